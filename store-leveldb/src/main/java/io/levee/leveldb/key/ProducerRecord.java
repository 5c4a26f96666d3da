package io.levee.leveldb.key;

/**
 * The last sequence of a producer, and when it stored last.
 *
 * <pre>
 *   last sequence u64, commit number u64, complete u8 (0, 1)
 * </pre>
 *
 * @param lastSequence the highest sequence that it ever stored
 * @param commitNumber the commit of its last message; the producer with the lowest is forgotten
 *     first
 */
public record ProducerRecord(long lastSequence, long commitNumber, boolean complete) {

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    return Seal.close(
        key,
        new FieldWriter(17).u64(lastSequence).u64(commitNumber).u8(complete ? 1 : 0).toArray());
  }

  /** Reads the stored form. */
  public static ProducerRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, in -> new ProducerRecord(in.u64(), in.u64(), in.u8() == 1));
  }
}
