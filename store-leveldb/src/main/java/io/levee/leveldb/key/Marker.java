package io.levee.leveldb.key;

/** The value of keys that say everything by being there: fences and expiries. */
public final class Marker {

  private static final byte[] NOTHING = new byte[0];

  private Marker() {}

  /** The stored form under {@code key}: a seal alone. */
  public static byte[] toBytes(byte[] key) {
    return Seal.close(key, NOTHING);
  }
}
