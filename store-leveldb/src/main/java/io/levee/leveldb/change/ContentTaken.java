package io.levee.leveldb.change;

import io.levee.leveldb.key.Keys;

/**
 * A streamed body belongs to a message now.
 *
 * @param contentId the number of the body
 */
public record ContentTaken(long contentId) implements Change {

  @Override
  public void writeTo(WriteSet out) {
    out.delete(Keys.unfinished(contentId));
  }

  @Override
  public void applyTo(Image image) {
    image.removeUnfinished(contentId);
  }
}
