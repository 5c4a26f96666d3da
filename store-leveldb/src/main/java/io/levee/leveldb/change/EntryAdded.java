package io.levee.leveldb.change;

import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.IdentityRecord;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.Marker;
import io.levee.store.Position;

/**
 * A message came to lie at a position.
 *
 * @param position where
 * @param entry the message
 * @param expiryIndexed whether its destination keeps its messages in the order of expiries
 */
public record EntryAdded(Position position, EntryRecord entry, boolean expiryIndexed)
    implements Change {

  @Override
  public void writeTo(WriteSet out) {
    byte[] key = Keys.entry(position);
    out.put(key, entry.toBytes(key));
    entry
        .identity()
        .ifPresent(
            identity -> {
              byte[] identityKey = Keys.identity(identity, position.destinationId());
              IdentityRecord place = new IdentityRecord(position.lane(), position.sequence());
              out.put(identityKey, place.toBytes(identityKey));
            });
    if (expiryIndexed && entry.expiresAtMillis() != 0) {
      byte[] expiryKey = Keys.expiry(entry.expiresAtMillis(), position);
      out.put(expiryKey, Marker.toBytes(expiryKey));
    }
  }

  @Override
  public void applyTo(Image image) {
    image
        .change(position.destinationId())
        .add(position.lane(), position.sequence(), entry.countedBytes());
  }
}
