package io.levee.leveldb.change;

import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.Position;

/**
 * The bytes of a message that was purged before are gone; it was not counted any more.
 *
 * @param position where it lay
 * @param entry the message
 * @param ownsIdentity whether the place of its identity still names this position, and not that of
 *     a message that came later under the same identity
 */
public record EntryErased(Position position, EntryRecord entry, boolean ownsIdentity)
    implements Change {

  @Override
  public void writeTo(WriteSet out) {
    EntryKeys.delete(position, entry, true, out);
    EntryKeys.deleteChunks(entry, out);
    out.delete(Keys.redelivery(position));
    if (ownsIdentity) {
      entry
          .identity()
          .ifPresent(identity -> out.delete(Keys.identity(identity, position.destinationId())));
    }
  }

  @Override
  public void applyTo(Image image) {
    // The counters left it out when it was purged.
  }
}
