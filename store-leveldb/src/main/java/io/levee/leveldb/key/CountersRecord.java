package io.levee.leveldb.key;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known of a destination without looking at its messages. All numbers are absolute and are
 * written in the batch that changes them.
 *
 * <pre>
 *   version u8 (1), flags u8 (01 removed, 02 has a retained value),
 *   last sequence u64, added count u64, added bytes u64, redelivered u64, sweep-from u64, lanes u8,
 *   per lane: low u64, tail u64, erase-from u64, count u64, bytes u64
 * </pre>
 *
 * @param removed whether the destination was removed and waits for its messages to be erased
 * @param retained whether it has a retained last value
 * @param lastSequence the highest sequence given
 * @param addedCount how many messages were ever added
 * @param addedBytes their bytes
 * @param redelivered how many stored messages have a count of redeliveries
 * @param sweepFrom messages of a topic from here on may be settled by every subscription since one
 *     was removed; 0 for none
 * @param lanes one for each lane
 */
public record CountersRecord(
    boolean removed,
    boolean retained,
    long lastSequence,
    long addedCount,
    long addedBytes,
    long redelivered,
    long sweepFrom,
    List<Lane> lanes) {

  /**
   * One lane.
   *
   * @param low no message below this sequence is live: where every scan starts
   * @param tail the highest sequence given in this lane: where every scan ends
   * @param eraseFrom messages from here to below {@code low} were purged and may still be on disk;
   *     0 for none
   * @param count how many messages are live
   * @param bytes their bytes
   */
  public record Lane(long low, long tail, long eraseFrom, long count, long bytes) {}

  private static final int VERSION = 1;
  private static final int REMOVED = 0x01;
  private static final int RETAINED = 0x02;

  public CountersRecord {
    lanes = List.copyOf(lanes);
  }

  /** How many messages are live in all lanes. */
  public long count() {
    return lanes.stream().mapToLong(Lane::count).sum();
  }

  /** The bytes of those. */
  public long bytes() {
    return lanes.stream().mapToLong(Lane::bytes).sum();
  }

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    FieldWriter out = new FieldWriter(43 + 40 * lanes.size());
    out.u8(VERSION).u8((removed ? REMOVED : 0) | (retained ? RETAINED : 0));
    out.u64(lastSequence)
        .u64(addedCount)
        .u64(addedBytes)
        .u64(redelivered)
        .u64(sweepFrom)
        .u8(lanes.size());
    for (Lane lane : lanes) {
      out.u64(lane.low()).u64(lane.tail()).u64(lane.eraseFrom());
      out.u64(lane.count()).u64(lane.bytes());
    }
    return Seal.close(key, out.toArray());
  }

  /** Reads the stored form. */
  public static CountersRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, CountersRecord::read);
  }

  private static CountersRecord read(FieldReader in) {
    Versions.require(in.u8(), VERSION);
    final int flags = in.u8();
    final long lastSequence = in.u64();
    final long addedCount = in.u64();
    final long addedBytes = in.u64();
    final long redelivered = in.u64();
    final long sweepFrom = in.u64();
    int laneCount = in.u8();
    List<Lane> lanes = new ArrayList<>(laneCount);
    for (int i = 0; i < laneCount; i++) {
      lanes.add(new Lane(in.u64(), in.u64(), in.u64(), in.u64(), in.u64()));
    }
    return new CountersRecord(
        (flags & REMOVED) != 0,
        (flags & RETAINED) != 0,
        lastSequence,
        addedCount,
        addedBytes,
        redelivered,
        sweepFrom,
        lanes);
  }
}
