package io.levee.leveldb;

import io.levee.engine.KeyRange;
import io.levee.leveldb.key.DeadKeys;
import io.levee.store.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Where keys were deleted since the last compaction, so that just those ranges are rewritten: a
 * log-structured map keeps deleted entries on disk, and walks them, until somebody does.
 *
 * <p>A range is due when what died in it outweighs what a rewrite would carry along, or when it has
 * been quiet for a while. Noted by the committing thread, taken by the housekeeping thread.
 */
final class DeadSpace {

  private static final long DUE_WEIGHT = 20_000;
  private static final long WORTH_IT_WEIGHT = 200;

  /** Where keys of one kind died, and how much. */
  private static final class Dead {
    private byte[] first;
    private byte[] last;
    private long weight;
    private long weightSeenQuiet;

    void note(byte[] key, int keyWeight) {
      first = first == null || Arrays.compareUnsigned(key, first) < 0 ? key : first;
      last = last == null || Arrays.compareUnsigned(key, last) > 0 ? key : last;
      weight += keyWeight;
    }
  }

  private final Map<Bytes, Dead> byScope = new HashMap<>();

  /** Notes a written key. */
  synchronized void note(byte[] key, boolean deleted) {
    int weight = deleted ? DeadKeys.weight(key) : 0;
    if (weight > 0) {
      byScope.computeIfAbsent(DeadKeys.scope(key), scope -> new Dead()).note(key, weight);
    }
  }

  /**
   * Takes the ranges that are due.
   *
   * @param liveMessages how many messages are stored; ranges that lie across all of them wait
   *     longer
   */
  synchronized List<KeyRange> takeDue(long liveMessages) {
    List<KeyRange> due = new ArrayList<>();
    Iterator<Dead> each = byScope.values().iterator();
    while (each.hasNext()) {
      Dead dead = each.next();
      boolean quiet = dead.weight == dead.weightSeenQuiet;
      long carried = DeadKeys.carriedAlong(dead.first, dead.last, liveMessages);
      boolean enough = dead.weight >= Math.max(DUE_WEIGHT, carried / 4);
      if (enough || (quiet && dead.weight >= WORTH_IT_WEIGHT && dead.weight >= carried / 100)) {
        due.add(KeyRange.closed(dead.first, dead.last));
        each.remove();
      } else if (quiet && dead.weight < WORTH_IT_WEIGHT) {
        each.remove(); // too little to remember for every queue that ever was
      }
      dead.weightSeenQuiet = dead.weight;
    }
    return due;
  }
}
