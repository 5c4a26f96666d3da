package io.levee.cli;

import io.levee.store.StoreException;
import jakarta.jms.JMSException;
import java.io.EOFException;
import java.net.SocketException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.activemq.ConnectionFailedException;
import org.apache.activemq.transport.TransportDisposedIOException;

/** Work that was begun and could not be ended; it says how far it got. */
final class BrokenOff extends Exception {

  private static final long serialVersionUID = 1L;

  private static final List<Class<?>> LOSSES =
      List.of(
          ConnectionFailedException.class,
          TransportDisposedIOException.class,
          SocketException.class,
          EOFException.class);

  private BrokenOff(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * The end of work at the broker at {@code url}.
   *
   * @param done what the broker has confirmed, in words
   */
  static BrokenOff of(JMSException failure, String url, String done) {
    String what = isLoss(failure) ? "the connection to " + url + " was lost" : "the broker refused";
    return new BrokenOff(what + " after " + done + ": " + ErrorLine.of(failure), failure);
  }

  /**
   * The end of work in a store.
   *
   * @param done what is done and stays so, in words
   */
  static BrokenOff of(StoreException failure, String done) {
    return new BrokenOff(done + ", then: " + ErrorLine.of(failure), failure);
  }

  /** What a broker refuses is told in its words; a lost connection fails on this side. */
  private static boolean isLoss(JMSException failure) {
    return Stream.<Throwable>iterate(failure, each -> each != null, Throwable::getCause)
        .anyMatch(each -> LOSSES.stream().anyMatch(loss -> loss.isInstance(each)));
  }
}
