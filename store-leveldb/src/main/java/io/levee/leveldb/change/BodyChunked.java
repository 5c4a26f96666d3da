package io.levee.leveldb.change;

import io.levee.leveldb.key.ChunkRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.Bytes;

/**
 * A large body that was in memory was cut into chunks.
 *
 * @param contentId the number of the body
 * @param body the whole body
 * @param chunkBytes the bytes in each chunk but the last
 */
public record BodyChunked(long contentId, Bytes body, int chunkBytes) implements Change {

  @Override
  public void writeTo(WriteSet out) {
    int ordinal = 0;
    for (int from = 0; from < body.size(); from += chunkBytes) {
      byte[] piece = new byte[Math.min(chunkBytes, body.size() - from)];
      body.copyTo(from, piece, 0, piece.length);
      byte[] key = Keys.chunk(contentId, ordinal++);
      out.put(key, new ChunkRecord(Bytes.wrap(piece)).toBytes(key));
    }
  }

  @Override
  public void applyTo(Image image) {
    image.usedContentId(contentId);
  }
}
