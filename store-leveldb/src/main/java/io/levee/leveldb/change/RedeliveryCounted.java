package io.levee.leveldb.change;

import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.RedeliveryRecord;
import io.levee.store.Position;

/**
 * The count of redeliveries of a message was set.
 *
 * @param position where it lies
 * @param count how often it was redelivered, 1 or more
 * @param first whether it had no count before
 */
public record RedeliveryCounted(Position position, int count, boolean first) implements Change {

  @Override
  public void writeTo(WriteSet out) {
    byte[] key = Keys.redelivery(position);
    out.put(key, new RedeliveryRecord(count).toBytes(key));
  }

  @Override
  public void applyTo(Image image) {
    if (first) {
      image.change(position.destinationId()).countRedelivered();
    }
  }
}
