package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.engine.KeyRange;
import io.levee.leveldb.Housekeeper.Stop;
import io.levee.leveldb.Visible.DestinationView;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.change.Intent.Erased;
import io.levee.leveldb.key.CountersRecord.Lane;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * Erases what was purged, a bounded batch at a time, and then the last traces of removed
 * destinations. Where it is, is part of each destination's counters, so it goes on after a crash.
 */
final class EraseChore implements Housekeeper.Chore {

  private static final int BATCH_MESSAGES = 1_000;
  private static final long BATCH_BYTES = 2L << 20;
  private static final long DELETED_CHUNK_BYTES = 64;

  private final Access access;
  private final Engine engine;
  private final Visible visible;

  EraseChore(Access access, Engine engine, Visible visible) {
    this.access = access;
    this.engine = engine;
    this.visible = visible;
  }

  @Override
  public void run(Stop stopping) {
    FirstFailure failure = new FirstFailure();
    for (DestinationView view : visible.waitingForErasing()) {
      failure.keep(() -> erase(view, stopping));
    }
    failure.rethrow();
  }

  private void erase(DestinationView view, Stop stopping) {
    boolean clean = true;
    List<Lane> lanes = view.counters().lanes();
    for (int lane = 0; lane < lanes.size(); lane++) {
      clean &= eraseLane(view.id(), lane, lanes.get(lane), stopping);
    }
    if (clean && view.counters().removed()) {
      forget(view.id());
    }
  }

  /** Whether the whole lane is erased; not when it was asked to stop. */
  private boolean eraseLane(int destinationId, int lane, Lane counters, Stop stopping) {
    long from = counters.eraseFrom();
    while (from != 0) {
      if (stopping.isAsked()) {
        return false;
      }
      List<Erased> found = new ArrayList<>();
      boolean done = find(destinationId, lane, from, counters.low(), found);
      long next = done ? 0 : found.get(found.size() - 1).position().sequence() + 1;
      access.execute(new Intent.Erase(destinationId, lane, found, next, done, counters.low()));
      from = next;
    }
    return true;
  }

  /** Whether everything from {@code from} to below {@code low} was found. */
  private boolean find(int destinationId, int lane, long from, long low, List<Erased> found) {
    if (from >= low) {
      return true;
    }
    long[] bytes = new long[1];
    return engine.scan(
        Keys.entries(destinationId, lane, from, low - 1),
        (key, value) -> {
          found.add(new Erased(Keys.positionOf(key), EntryRecord.fromBytes(key, value)));
          EntryRecord last = found.get(found.size() - 1).entry();
          bytes[0] += value.length + DELETED_CHUNK_BYTES * last.chunkCount();
          return found.size() < BATCH_MESSAGES && bytes[0] < BATCH_BYTES;
        });
  }

  private void forget(int destinationId) {
    List<Bytes> leftOver = new ArrayList<>();
    for (KeyRange range : Keys.leftOvers(destinationId)) {
      engine.scan(
          range,
          (key, value) -> {
            leftOver.add(Bytes.wrap(key));
            return true;
          });
    }
    access.execute(new Intent.Forget(destinationId, leftOver));
  }
}
