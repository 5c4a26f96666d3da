package io.levee.leveldb;

import io.levee.leveldb.change.SequenceRanges;
import io.levee.store.Position;
import java.util.HashMap;
import java.util.Map;

/**
 * Which messages prepared branches hold, for readers. Changed by the committing thread after each
 * write; for any thread.
 *
 * <p>A reader asks message by message, while it walks a snapshot that is a little older. So it may
 * meet a message that a commit has just taken, and that is not held any more. The {@link #version}
 * tells it that something was released meanwhile, and that it has to look again.
 */
final class Holds {

  private record Lane(int destinationId, int lane) {}

  /** What is held of a destination. */
  record Total(long count, long bytes) {

    static final Total NONE = new Total(0, 0);

    private Total plus(long moreCount, long moreBytes) {
      return new Total(count + moreCount, bytes + moreBytes);
    }
  }

  private final Map<Lane, SequenceRanges> byLane = new HashMap<>();
  private final Map<Integer, Total> totals = new HashMap<>();
  private long version;

  synchronized void add(Position position, long bytes) {
    byLane
        .computeIfAbsent(lane(position), lane -> new SequenceRanges())
        .add(position.sequence(), position.sequence(), touched -> {});
    totals.merge(position.destinationId(), new Total(1, bytes), (a, b) -> a.plus(1, bytes));
  }

  synchronized void remove(Position position, long bytes) {
    version++;
    byLane.computeIfPresent(
        lane(position),
        (lane, ranges) -> {
          ranges.remove(position.sequence());
          return ranges.rangeCount() == 0 ? null : ranges;
        });
    totals.computeIfPresent(
        position.destinationId(), (id, t) -> t.count() == 1 ? null : t.plus(-1, -bytes));
  }

  synchronized boolean contains(Position position) {
    SequenceRanges ranges = byLane.get(lane(position));
    return ranges != null && ranges.contains(position.sequence());
  }

  /** The lowest sequence of a lane at or above {@code sequence} that is not held. */
  synchronized long nextFree(int destinationId, int lane, long sequence) {
    SequenceRanges ranges = byLane.isEmpty() ? null : byLane.get(new Lane(destinationId, lane));
    return ranges == null ? sequence : ranges.nextAbsent(sequence);
  }

  synchronized Total total(int destinationId) {
    return totals.getOrDefault(destinationId, Total.NONE);
  }

  /** Another one when something was released since. */
  synchronized long version() {
    return version;
  }

  private static Lane lane(Position position) {
    return new Lane(position.destinationId(), position.lane());
  }
}
