package io.levee.perf;

import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreOptions;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageStore;
import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A store on the disk for the length of one benchmark. */
@State(Scope.Benchmark)
public class OpenStore {

  static final Destination QUEUE = Destination.queue("orders");

  private final Payload payload = new Payload(1024);
  private final Bytes producer = Bytes.utf8(Payload.producerName(1));
  private Workplace workplace;
  private MessageStore store;
  private long sent;

  /** Opens it. */
  @Setup(Level.Trial)
  public void open() throws IOException {
    workplace = Workplace.below(Path.of("target", "levee-perf"));
    store = LevelDbMessageStore.open(workplace.fresh("store"), StoreOptions.DEFAULT);
    store.declare(QUEUE);
  }

  /** Closes and deletes it. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    store.close();
    workplace.close();
  }

  MessageStore store() {
    return store;
  }

  Payload payload() {
    return payload;
  }

  /** The next message of one producer; called by one thread. */
  Message nextMessage() {
    sent++;
    return payload.message(producer, sent);
  }
}
