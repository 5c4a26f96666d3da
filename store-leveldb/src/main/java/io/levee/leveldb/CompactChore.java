package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.engine.KeyRange;
import io.levee.leveldb.Housekeeper.Stop;
import io.levee.leveldb.Visible.DestinationView;

/**
 * Gives back the disk space of ranges in which enough was deleted, in a tenth of the time at most:
 * a compaction takes the disk and a processor from those who send and take, and no reader waits for
 * it, for readers know where to begin.
 */
final class CompactChore implements Housekeeper.Chore {

  private static final int REST_TIMES_WORK = 9;

  private final Engine engine;
  private final Visible visible;
  private final DeadSpace deadSpace;
  private long workedNanos;
  private long workedUntil = System.nanoTime();

  CompactChore(Engine engine, Visible visible, DeadSpace deadSpace) {
    this.engine = engine;
    this.visible = visible;
    this.deadSpace = deadSpace;
  }

  @Override
  public void run(Stop stopping) {
    if (System.nanoTime() - workedUntil < REST_TIMES_WORK * workedNanos) {
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
    for (KeyRange range : deadSpace.takeDue(live)) {
      if (stopping.isAsked()) {
        return;
      }
      engine.compact(range);
    }
  }
}
