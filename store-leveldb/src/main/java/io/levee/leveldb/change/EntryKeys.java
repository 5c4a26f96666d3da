package io.levee.leveldb.change;

import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.Position;

/** The keys of a message that can be computed from it, so that nothing is read to be deleted. */
final class EntryKeys {

  private EntryKeys() {}

  /** Deletes the message and what points at it by expiry and by origin. */
  static void delete(Position position, EntryRecord entry, boolean expiryIndexed, WriteSet out) {
    out.delete(Keys.entry(position));
    if (expiryIndexed && entry.expiresAtMillis() != 0) {
      out.delete(Keys.expiry(entry.expiresAtMillis(), position));
    }
    if (entry.originId() != 0) {
      out.delete(Keys.deadLetter(position.destinationId(), entry.originId(), position.sequence()));
    }
  }

  /** Deletes the chunks of its body. */
  static void deleteChunks(EntryRecord entry, WriteSet out) {
    for (int ordinal = 0; ordinal < entry.chunkCount(); ordinal++) {
      out.delete(Keys.chunk(entry.contentId(), ordinal));
    }
  }
}
