package io.levee.leveldb.change;

import io.levee.leveldb.change.Image.UnfinishedContent;
import io.levee.leveldb.key.ChunkRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.Bytes;

/**
 * A piece of a streamed body was written.
 *
 * @param contentId the number of the body
 * @param ordinal the number of the piece, from 0
 * @param bytes the piece; may be empty when it is the last
 * @param last whether the body ends with it
 */
public record ChunkWritten(long contentId, int ordinal, Bytes bytes, boolean last)
    implements Change {

  @Override
  public void writeTo(WriteSet out) {
    if (!bytes.isEmpty()) {
      byte[] key = Keys.chunk(contentId, ordinal);
      out.put(key, new ChunkRecord(bytes).toBytes(key));
    }
  }

  @Override
  public void applyTo(Image image) {
    UnfinishedContent before = image.unfinished(contentId).orElseThrow();
    image.putUnfinished(
        contentId,
        new UnfinishedContent(
            before.size() + bytes.size(),
            before.chunkBytes(),
            before.chunkCount() + (bytes.isEmpty() ? 0 : 1),
            last));
  }
}
