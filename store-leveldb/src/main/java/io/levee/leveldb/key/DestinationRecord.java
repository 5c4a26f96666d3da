package io.levee.leveldb.key;

import io.levee.store.DestinationOptions;
import io.levee.store.DestinationOptions.Expiry;
import java.util.Optional;

/**
 * The dictionary entry of a destination.
 *
 * <pre>
 *   version u8 (1), id u32, lanes u8, expiry u8, channel text, created-at u64
 * </pre>
 *
 * @param id its number
 * @param options how it was declared
 * @param createdAtMillis when it was declared
 */
public record DestinationRecord(int id, DestinationOptions options, long createdAtMillis) {

  private static final int VERSION = 1;

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    FieldWriter out = new FieldWriter(32).u8(VERSION).u32(id).u8(options.lanes());
    out.u8(Enums.number(options.expiry())).text(options.deadLetterChannel().orElse(""));
    return Seal.close(key, out.u64(createdAtMillis).toArray());
  }

  /** Reads the stored form. */
  public static DestinationRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, DestinationRecord::read);
  }

  private static DestinationRecord read(FieldReader in) {
    Versions.require(in.u8(), VERSION);
    final int id = in.u32();
    final int lanes = in.u8();
    Expiry expiry = Enums.expiry(in.u8());
    Optional<String> channel = Optional.of(in.text()).filter(name -> !name.isEmpty());
    return new DestinationRecord(id, new DestinationOptions(lanes, expiry, channel), in.u64());
  }
}
