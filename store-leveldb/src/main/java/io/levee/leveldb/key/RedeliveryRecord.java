package io.levee.leveldb.key;

/**
 * How often a message was redelivered; written once it was.
 *
 * <pre>
 *   count u32
 * </pre>
 *
 * @param count how often, 1 or more
 */
public record RedeliveryRecord(int count) {

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    return Seal.close(key, new FieldWriter(4).u32(count).toArray());
  }

  /** Reads the stored form. */
  public static RedeliveryRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, in -> new RedeliveryRecord(in.u32()));
  }
}
