package io.levee.leveldb.change;

import io.levee.leveldb.key.DeadLetterRecord;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.Marker;

/**
 * Where a dead letter came from, and why, was recorded; the fence of its origin is there.
 *
 * @param channelId the dead-letter channel
 * @param originId the destination it came from
 * @param sequence its sequence in the channel
 * @param record origin, reason and time
 */
public record DeadLetterNoted(int channelId, int originId, long sequence, DeadLetterRecord record)
    implements Change {

  @Override
  public void writeTo(WriteSet out) {
    byte[] key = Keys.deadLetter(channelId, originId, sequence);
    out.put(key, record.toBytes(key));
    byte[] fence = Keys.deadLetter(channelId, originId, Keys.FENCE);
    out.put(fence, Marker.toBytes(fence));
  }

  @Override
  public void applyTo(Image image) {
    // Nothing of it is kept in memory.
  }
}
