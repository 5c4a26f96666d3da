package io.levee.perf;

import java.io.IOException;

/** A store that producers send to, each from a thread of its own. */
interface SendTarget extends AutoCloseable {

  /** Lets so many producers send for a time. */
  default Producers.Result send(int producers, double seconds) throws Exception {
    return Producers.run(this, producers, seconds);
  }

  /** A new producer. */
  Producer producer(int number) throws Exception;

  /** For people: how it grouped what it wrote, if it tells. */
  default String remark() {
    return "";
  }

  /** Stops it. */
  @Override
  void close() throws IOException;

  /** One producer; used by one thread. */
  @FunctionalInterface
  interface Producer {
    /** Sends one message; when this returns the message survives a power cut. */
    void send() throws Exception;
  }
}
