package io.levee.leveldb.change;

/**
 * One decided fact. It writes its own keys and applies itself to the image; neither can fail. The
 * absolute numbers that many changes of a batch share (counters, watermarks, heads) are written
 * once, by {@link Image#writeTouched}.
 */
public interface Change {

  /** Writes the keys of this fact. */
  void writeTo(WriteSet out);

  /** Makes the image follow this fact. */
  void applyTo(Image image);
}
