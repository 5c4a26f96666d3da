package io.levee.leveldb.change;

import io.levee.leveldb.key.Keys;
import io.levee.store.Bytes;
import java.util.List;

/**
 * The last traces of a removed destination are gone.
 *
 * @param destination what it was
 * @param leftOverKeys keys that were found under its number, such as the fences of origins
 */
public record DestinationForgotten(DestinationImage destination, List<Bytes> leftOverKeys)
    implements Change {

  public DestinationForgotten {
    leftOverKeys = List.copyOf(leftOverKeys);
  }

  @Override
  public void writeTo(WriteSet out) {
    for (int lane = 0; lane < destination.laneCount(); lane++) {
      out.delete(Keys.entryFence(destination.id(), lane));
    }
    leftOverKeys.forEach(key -> out.delete(key.toArray()));
    out.delete(Keys.counters(destination.id()));
  }

  @Override
  public void applyTo(Image image) {
    image.forget(destination.id());
  }
}
