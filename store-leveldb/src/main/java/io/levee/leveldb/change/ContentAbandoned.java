package io.levee.leveldb.change;

import io.levee.leveldb.key.Keys;

/**
 * A streamed body that no message took is gone.
 *
 * @param contentId the number of the body
 * @param chunkCount how many chunks it has
 */
public record ContentAbandoned(long contentId, int chunkCount) implements Change {

  @Override
  public void writeTo(WriteSet out) {
    for (int ordinal = 0; ordinal < chunkCount; ordinal++) {
      out.delete(Keys.chunk(contentId, ordinal));
    }
    out.delete(Keys.unfinished(contentId));
  }

  @Override
  public void applyTo(Image image) {
    image.removeUnfinished(contentId);
  }
}
