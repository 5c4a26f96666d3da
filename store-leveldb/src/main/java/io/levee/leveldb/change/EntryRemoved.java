package io.levee.leveldb.change;

import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.Position;

/**
 * A message left its position, for good or for another one.
 *
 * @param position where it lay
 * @param entry the message, without its bytes
 * @param bytes what it counted for
 * @param expiryIndexed whether its destination keeps its messages in the order of expiries
 * @param redelivered whether it has a count of redeliveries
 * @param keepChunks whether its body lives on in another place
 */
public record EntryRemoved(
    Position position,
    EntryRecord entry,
    long bytes,
    boolean expiryIndexed,
    boolean redelivered,
    boolean keepChunks)
    implements Change {

  @Override
  public void writeTo(WriteSet out) {
    EntryKeys.delete(position, entry, expiryIndexed, out);
    if (redelivered) {
      out.delete(Keys.redelivery(position));
    }
    if (!keepChunks) {
      EntryKeys.deleteChunks(entry, out);
    }
    entry
        .identity()
        .ifPresent(identity -> out.delete(Keys.identity(identity, position.destinationId())));
  }

  @Override
  public void applyTo(Image image) {
    long sequence = position.sequence();
    image
        .change(position.destinationId())
        .remove(position.lane(), entry.firstCovered(sequence), sequence, bytes, redelivered);
  }
}
