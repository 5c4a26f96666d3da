package io.levee.leveldb.change;

import io.levee.leveldb.key.PreparedRecord;

/**
 * A message that was to be stored will not be; its body goes.
 *
 * @param message the message
 */
public record PreparedBodyErased(PreparedRecord message) implements Change {

  @Override
  public void writeTo(WriteSet out) {
    EntryKeys.deleteChunks(message.entry(), out);
  }

  @Override
  public void applyTo(Image image) {
    // Nothing counted it yet.
  }
}
