package io.levee.leveldb.key;

/** The version byte in front of a record. */
final class Versions {

  private Versions() {}

  /** Refuses a record that this code cannot read; {@link Seal#read} names the key. */
  static void require(int found, int known) {
    if (found != known) {
      throw new IllegalArgumentException("record version " + found + ", known is " + known);
    }
  }
}
