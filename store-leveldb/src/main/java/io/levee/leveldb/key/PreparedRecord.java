package io.levee.leveldb.key;

/**
 * A message that the commit of a branch will store. Its body lies in chunks at its final place; the
 * commit writes the rest of it there too.
 *
 * <pre>
 *   destination u32, lane u8, entry                 the entry as {@link EntryRecord} draws it
 * </pre>
 *
 * @param destinationId where it will lie
 * @param lane the lane it will end
 * @param entry the message; its instant of storing and its previous sequence are the commit's
 */
public record PreparedRecord(int destinationId, int lane, EntryRecord entry) {

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    FieldWriter out = new FieldWriter(64 + entry.header().size()).u32(destinationId).u8(lane);
    entry.writeTo(out);
    return out.sealed(key);
  }

  /** Reads the stored form. */
  public static PreparedRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(
        key, stored, in -> new PreparedRecord(in.u32(), in.u8(), EntryRecord.read(in)));
  }
}
