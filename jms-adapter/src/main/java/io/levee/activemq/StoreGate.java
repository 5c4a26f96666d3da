package io.levee.activemq;

import io.levee.store.MessageStore;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Category;
import io.levee.store.StoreException.Code;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The open store as the broker's stores reach it. Every call of the store goes through here, so
 * that its one exception becomes the {@link IOException} that a broker understands, and so that a
 * store that failed is reported to the broker once at the place where it is noticed.
 */
final class StoreGate implements AutoCloseable {

  private final MessageStore store;
  private final Consumer<IOException> whenFailed;

  StoreGate(MessageStore store, Consumer<IOException> whenFailed) {
    this.store = store;
    this.whenFailed = whenFailed;
  }

  /** Asks the store for something. */
  <T> T ask(Function<MessageStore, T> question) throws IOException {
    try {
      return question.apply(store);
    } catch (StoreException e) {
      throw translated(e);
    }
  }

  /** Asks the store to do something. */
  void tell(Consumer<MessageStore> order) throws IOException {
    try {
      order.accept(store);
    } catch (StoreException e) {
      throw translated(e);
    }
  }

  /** The bytes that the store takes on disk; 0 for one that is closed or failed. */
  long diskBytes() {
    try {
      return store.status().diskBytes();
    } catch (StoreException e) {
      return 0;
    }
  }

  @Override
  public void close() {
    store.close();
  }

  private IOException translated(StoreException e) {
    // After a stop everything is refused; the broker that stopped us need not hear of it again.
    // Damage
    // does not go away by itself, and a queue that stands still without a word is worse than a
    // stop.
    boolean lasts = e.category() == Category.FATAL || e.code() == Code.CORRUPT;
    if (!lasts || e.code() == Code.STORE_CLOSED) {
      return new IOException(e.getMessage(), e);
    }
    // The text of the cause stays out: the broker's handler ignores a failure that speaks of a lack
    // of space, and this one does not go away by itself.
    IOException failure =
        new IOException(
            "the store has failed (" + e.code() + "): see the log, then restart the broker", e);
    whenFailed.accept(failure);
    return failure;
  }
}
