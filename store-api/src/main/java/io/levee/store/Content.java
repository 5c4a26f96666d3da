package io.levee.store;

/**
 * A payload that was streamed into the store and belongs to no message yet. It is used by one
 * message once; what was never used is {@linkplain MessageStore#discard discarded}, or erased when
 * the store opens next.
 *
 * @param contentId the store's number for it
 * @param size how many bytes it has
 * @param chunkBytes the bytes in each of its chunks but the last
 */
public record Content(long contentId, long size, int chunkBytes) implements Message.Body {

  public Content {
    if (contentId < 1 || size < 0 || chunkBytes < 1) {
      throw new IllegalArgumentException(
          "no store gave out the content %d of %d bytes in chunks of %d"
              .formatted(contentId, size, chunkBytes));
    }
  }
}
