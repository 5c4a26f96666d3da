package io.levee.leveldb.key;

/**
 * Where the message of an identity lies in its destination.
 *
 * <pre>
 *   lane u8, sequence u64
 * </pre>
 *
 * @param lane the lane
 * @param sequence the sequence
 */
public record IdentityRecord(int lane, long sequence) {

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    return Seal.close(key, new FieldWriter(9).u8(lane).u64(sequence).toArray());
  }

  /** Reads the stored form. */
  public static IdentityRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, in -> new IdentityRecord(in.u8(), in.u64()));
  }
}
