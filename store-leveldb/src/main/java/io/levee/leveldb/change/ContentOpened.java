package io.levee.leveldb.change;

import io.levee.leveldb.change.Image.UnfinishedContent;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.UnfinishedRecord;

/**
 * A body that will be streamed got its number. Until a message takes it, its key says that its
 * chunks belong to nothing.
 *
 * @param contentId the number of the body
 * @param chunkBytes the bytes in each chunk but the last
 */
public record ContentOpened(long contentId, int chunkBytes) implements Change {

  @Override
  public void writeTo(WriteSet out) {
    byte[] key = Keys.unfinished(contentId);
    out.put(key, new UnfinishedRecord(chunkBytes).toBytes(key));
  }

  @Override
  public void applyTo(Image image) {
    image.usedContentId(contentId);
    image.putUnfinished(contentId, new UnfinishedContent(0, chunkBytes, 0, false));
  }
}
