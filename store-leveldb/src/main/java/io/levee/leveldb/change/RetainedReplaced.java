package io.levee.leveldb.change;

import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.RetainedRecord;
import java.util.Optional;

/**
 * The retained last value of a destination was set or cleared.
 *
 * @param destinationId the destination
 * @param value the value, or empty when it has none now
 */
public record RetainedReplaced(int destinationId, Optional<RetainedRecord> value)
    implements Change {

  @Override
  public void writeTo(WriteSet out) {
    byte[] key = Keys.retained(destinationId);
    value.ifPresentOrElse(record -> out.put(key, record.toBytes(key)), () -> out.delete(key));
  }

  @Override
  public void applyTo(Image image) {
    image.change(destinationId).setRetained(value.isPresent());
  }
}
