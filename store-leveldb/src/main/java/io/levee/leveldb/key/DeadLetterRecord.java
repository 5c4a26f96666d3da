package io.levee.leveldb.key;

import io.levee.store.Destination;

/**
 * Where a dead letter came from, and why.
 *
 * <pre>
 *   origin kind u8, origin name text, origin sequence u64, at u64, redeliveries u32, reason text
 * </pre>
 *
 * @param origin where it came from
 * @param originSequence its sequence there
 * @param atMillis when it was given up on
 * @param redeliveries how often it had been redelivered
 * @param reason why
 */
public record DeadLetterRecord(
    Destination origin, long originSequence, long atMillis, int redeliveries, String reason) {

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    FieldWriter out = new FieldWriter(64).u8(Enums.number(origin.kind())).text(origin.name());
    out.u64(originSequence).u64(atMillis).u32(redeliveries).text(reason);
    return Seal.close(key, out.toArray());
  }

  /** Reads the stored form. */
  public static DeadLetterRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, DeadLetterRecord::read);
  }

  private static DeadLetterRecord read(FieldReader in) {
    Destination origin = new Destination(Enums.kind(in.u8()), in.text());
    return new DeadLetterRecord(origin, in.u64(), in.u64(), in.u32(), in.text());
  }
}
