package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.engine.KeyRange;
import io.levee.leveldb.Housekeeper.Stop;
import io.levee.leveldb.Visible.DestinationView;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Gives back the disk space of ranges in which enough was deleted, in a tenth of the time, or ten
 * seconds after the last: a compaction takes the disk and a processor from those who send and take,
 * and no reader waits for it, for readers know where to begin.
 */
final class CompactChore implements Housekeeper.Chore {

  private static final int REST_TIMES_WORK = 9;

  /** The other upkeep has its turn between slices. */
  private static final long MAX_WORK_NANOS = 5_000_000_000L;

  /** A long compaction is no reason to let the disk fill up after it. */
  private static final long MAX_REST_NANOS = 10_000_000_000L;

  private final Engine engine;
  private final Visible visible;
  private final DeadSpace deadSpace;
  private final RangeSlices slices;
  private final Queue<KeyRange> due = new ArrayDeque<>();
  private boolean lookedAtEarlierSessions;
  private long workedNanos;
  private long workedUntil = System.nanoTime();

  CompactChore(Engine engine, Visible visible, DeadSpace deadSpace) {
    this.engine = engine;
    this.visible = visible;
    this.deadSpace = deadSpace;
    this.slices = new RangeSlices(engine);
  }

  @Override
  public void run(Stop stopping) {
    long restNanos = Math.min(MAX_REST_NANOS, REST_TIMES_WORK * workedNanos);
    if (System.nanoTime() - workedUntil < restNanos) {
      return;
    }
    long begin = System.nanoTime();
    compactWhatIsDue(stopping);
    workedUntil = System.nanoTime();
    workedNanos = workedUntil - begin;
  }

  private void compactWhatIsDue(Stop stopping) {
    long live = 0;
    for (DestinationView view : visible.destinations()) {
      live += view.counters().count();
    }
    deadSpace.takeDue(live).forEach(range -> due.addAll(slices.of(range)));
    if (!lookedAtEarlierSessions) {
      lookedAtEarlierSessions = true;
      OversizedRanges.find(engine, visible).forEach(range -> due.addAll(slices.of(range)));
    }
    long enough = System.nanoTime() + MAX_WORK_NANOS;
    while (!due.isEmpty() && !stopping.isAsked() && System.nanoTime() < enough) {
      engine.compact(due.remove());
    }
  }
}
