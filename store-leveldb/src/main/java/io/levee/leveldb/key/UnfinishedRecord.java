package io.levee.leveldb.key;

/**
 * A streamed body that no message has taken yet.
 *
 * <pre>
 *   chunk bytes u32
 * </pre>
 *
 * @param chunkBytes the bytes in each chunk but the last
 */
public record UnfinishedRecord(int chunkBytes) {

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    return Seal.close(key, new FieldWriter(4).u32(chunkBytes).toArray());
  }

  /** Reads the stored form. */
  public static UnfinishedRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, in -> new UnfinishedRecord(in.u32()));
  }
}
