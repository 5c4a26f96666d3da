package io.levee.leveldb.key;

import io.levee.store.BranchId;
import io.levee.store.BranchInfo.State;
import io.levee.store.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * A branch of a distributed transaction that was prepared, and not ended or not forgotten.
 *
 * <pre>
 *   version u8 (1), state u8, format u32, global id, qualifier,
 *   prepared-at u64, ended-at u64, operations u32, bytes u64,
 *   destination count u32, destination u32 each     those that must not go before it
 * </pre>
 *
 * @param id its name
 * @param state what became of it so far
 * @param preparedAtMillis when it was prepared
 * @param endedAtMillis when an operator ended it; 0 when nobody did
 * @param operations how many operations its transaction asked for
 * @param bytes about how many bytes its commit writes
 * @param destinations the destinations that it holds messages of, or will store messages in
 */
public record BranchRecord(
    BranchId id,
    State state,
    long preparedAtMillis,
    long endedAtMillis,
    int operations,
    long bytes,
    List<Integer> destinations) {

  private static final int VERSION = 1;

  public BranchRecord {
    destinations = List.copyOf(destinations);
  }

  /** The same, ended by an operator: it holds nothing any more. */
  public BranchRecord forced(State outcome, long nowMillis) {
    return new BranchRecord(id, outcome, preparedAtMillis, nowMillis, operations, 0, List.of());
  }

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    FieldWriter out = new FieldWriter(200).u8(VERSION).u8(Enums.number(state));
    out.u32(id.formatId()).sized(id.globalId()).sized(id.qualifier());
    out.u64(preparedAtMillis).u64(endedAtMillis).u32(operations).u64(bytes);
    out.u32(destinations.size());
    destinations.forEach(out::u32);
    return out.sealed(key);
  }

  /** Reads the stored form. */
  public static BranchRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, BranchRecord::read);
  }

  private static BranchRecord read(FieldReader in) {
    Versions.require(in.u8(), VERSION);
    final State state = Enums.branchState(in.u8());
    final int formatId = in.u32();
    final Bytes globalId = in.sized();
    final BranchId id = new BranchId(formatId, globalId, in.sized());
    final long preparedAtMillis = in.u64();
    final long endedAtMillis = in.u64();
    final int operations = in.u32();
    final long bytes = in.u64();
    List<Integer> destinations = new ArrayList<>();
    for (int left = in.u32(); left > 0; left--) {
      destinations.add(in.u32());
    }
    return new BranchRecord(
        id, state, preparedAtMillis, endedAtMillis, operations, bytes, destinations);
  }
}
