package io.levee.leveldb.change;

import io.levee.leveldb.key.Keys;

/**
 * A destination is gone; its messages wait to be erased.
 *
 * @param destination what it was
 */
public record DestinationRemoved(DestinationImage destination) implements Change {

  @Override
  public void writeTo(WriteSet out) {
    out.delete(Keys.destination(destination.destination()));
    out.delete(Keys.retained(destination.id()));
  }

  @Override
  public void applyTo(Image image) {
    image.remove(destination);
  }
}
