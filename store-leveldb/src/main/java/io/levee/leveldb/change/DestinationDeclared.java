package io.levee.leveldb.change;

import io.levee.leveldb.key.DestinationRecord;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.Marker;
import io.levee.store.Destination;

/**
 * A destination came to be, with a fence at the end of each lane.
 *
 * @param destination its kind and name
 * @param record its number and options
 */
public record DestinationDeclared(Destination destination, DestinationRecord record)
    implements Change {

  @Override
  public void writeTo(WriteSet out) {
    byte[] key = Keys.destination(destination);
    out.put(key, record.toBytes(key));
    for (int lane = 0; lane < record.options().lanes(); lane++) {
      byte[] fence = Keys.entryFence(record.id(), lane);
      out.put(fence, Marker.toBytes(fence));
    }
  }

  @Override
  public void applyTo(Image image) {
    image.declare(destination, record);
  }
}
