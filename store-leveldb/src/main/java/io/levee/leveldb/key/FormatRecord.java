package io.levee.leveldb.key;

import java.util.UUID;

/**
 * What kind of store this is; the first thing written, and never changed.
 *
 * <pre>
 *   magic text "levee", version u32, store id 2 x u64, created-at u64
 * </pre>
 *
 * @param version the version of the whole format
 * @param storeId a random number of this store
 * @param createdAtMillis when it was created
 */
public record FormatRecord(int version, UUID storeId, long createdAtMillis) {

  /** The name of its {@link Keys#store} key. */
  public static final String NAME = "format";

  /** The version that this code writes, and the newest that it reads. */
  public static final int VERSION = 1;

  private static final String MAGIC = "levee";

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    FieldWriter out = new FieldWriter(48).text(MAGIC).u32(version);
    out.u64(storeId.getMostSignificantBits()).u64(storeId.getLeastSignificantBits());
    return Seal.close(key, out.u64(createdAtMillis).toArray());
  }

  /** Reads the stored form; of a newer version only the version is meaningful. */
  public static FormatRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, FormatRecord::read);
  }

  private static FormatRecord read(FieldReader in) {
    String magic = in.text();
    if (!magic.equals(MAGIC)) {
      throw new IllegalArgumentException("magic is '" + magic + "', not '" + MAGIC + "'");
    }
    int version = in.u32();
    if (version != VERSION) {
      return new FormatRecord(version, new UUID(0, 0), 0);
    }
    return new FormatRecord(version, new UUID(in.u64(), in.u64()), in.u64());
  }
}
