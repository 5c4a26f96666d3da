package io.levee.store;

/**
 * Streams one large payload into the store, a chunk at a time, so that it never has to be in memory
 * as a whole. Not thread-safe.
 *
 * <p>Nothing of it is visible until a message that carries the {@link Content} is committed. A
 * writer that is closed without {@link #finish}, and content that no message takes, leave nothing
 * behind: at once when they are {@linkplain MessageStore#discard discarded}, otherwise when the
 * store is opened next.
 */
public interface ContentWriter extends AutoCloseable {

  /**
   * Adds {@code length} bytes of {@code bytes} from {@code offset}; blocks while the store writes.
   * When that fails, part of the payload is gone: the writer takes no more, and the payload has to
   * be streamed again with another one.
   *
   * @throws StoreException {@code MESSAGE_TOO_LARGE} beyond the store's limit, {@code DISK_RESERVE}
   */
  void write(byte[] bytes, int offset, int length);

  /** Ends the payload. Its chunks are written; the message that takes it makes them durable. */
  Content finish();

  /** Gives the payload up, unless it was finished. Closing again does nothing. */
  @Override
  void close();
}
