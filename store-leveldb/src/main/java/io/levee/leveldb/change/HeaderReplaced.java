package io.levee.leveldb.change;

import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.Position;

/**
 * A message got another header in its place.
 *
 * @param position where it lies
 * @param entry the message with the new header
 * @param addedBytes by how much it grew; negative when it shrank
 */
public record HeaderReplaced(Position position, EntryRecord entry, long addedBytes)
    implements Change {

  @Override
  public void writeTo(WriteSet out) {
    byte[] key = Keys.entry(position);
    out.put(key, entry.toBytes(key));
  }

  @Override
  public void applyTo(Image image) {
    int destinationId = position.destinationId();
    image.change(destinationId).adjustBytes(position.lane(), addedBytes);
    for (SubscriptionImage subscription : image.subscriptions(destinationId)) {
      if (subscription.isSettled(position.sequence())) {
        subscription.adjustSettledBytes(addedBytes);
        image.touch(subscription);
      }
    }
  }
}
