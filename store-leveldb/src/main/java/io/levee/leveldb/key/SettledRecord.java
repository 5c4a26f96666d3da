package io.levee.leveldb.key;

/**
 * The end of a range that a subscription settled ahead of others.
 *
 * <pre>
 *   last u64
 * </pre>
 *
 * @param last the last sequence of the range
 */
public record SettledRecord(long last) {

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    return Seal.close(key, new FieldWriter(8).u64(last).toArray());
  }

  /** Reads the stored form. */
  public static SettledRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, in -> new SettledRecord(in.u64()));
  }
}
