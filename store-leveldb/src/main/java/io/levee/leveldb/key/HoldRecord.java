package io.levee.leveldb.key;

import io.levee.store.BranchOperation.Kind;
import io.levee.store.Position;

/**
 * A message that a prepared branch holds: it stays where it lies until the branch is ended, and is
 * neither shown nor changed. One that is to be settled is held for its subscription only.
 *
 * <pre>
 *   kind u8, destination u32, lane u8, sequence u64, bytes u64,
 *   subscription u32 (0: none), target u32 (0: none), reason text
 * </pre>
 *
 * @param kind what the commit does with it
 * @param position where it lies
 * @param bytes what it counts for
 * @param subscriptionId the subscription that settles it; 0 for other kinds
 * @param targetId where it goes; 0 when it goes for good
 * @param reason why it is dead-lettered; empty for other kinds
 */
public record HoldRecord(
    Kind kind, Position position, long bytes, int subscriptionId, int targetId, String reason) {

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    FieldWriter out = new FieldWriter(48 + reason.length()).u8(Enums.number(kind));
    out.u32(position.destinationId()).u8(position.lane()).u64(position.sequence()).u64(bytes);
    return out.u32(subscriptionId).u32(targetId).text(reason).sealed(key);
  }

  /** Reads the stored form. */
  public static HoldRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, HoldRecord::read);
  }

  private static HoldRecord read(FieldReader in) {
    Kind kind = Enums.operation(in.u8());
    Position position = new Position(in.u32(), in.u8(), in.u64());
    return new HoldRecord(kind, position, in.u64(), in.u32(), in.u32(), in.text());
  }
}
