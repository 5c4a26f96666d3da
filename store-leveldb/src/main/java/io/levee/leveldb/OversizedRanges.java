package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.engine.KeyRange;
import io.levee.leveldb.Visible.DestinationView;
import io.levee.leveldb.key.CountersRecord.Lane;
import io.levee.leveldb.key.KeyFamily;
import io.levee.leveldb.key.Keys;
import java.util.ArrayList;
import java.util.List;

/**
 * What died in earlier sessions and was not given back in them. Nobody noted it in this one, but it
 * shows: a range takes far more of the disk than what is counted as stored in it.
 */
final class OversizedRanges {

  private static final int TIMES_COUNTED = 2;
  private static final long SLACK_BYTES = 4L << 20;

  /** What a message takes at most beside its bytes, in its own record or in an index. */
  private static final long INDEX_BYTES = 256;

  private final Engine engine;
  private final List<KeyRange> found = new ArrayList<>();

  private OversizedRanges(Engine engine) {
    this.engine = engine;
  }

  /** Looks at all that is stored; costs a look into the index of each table for each lane. */
  static List<KeyRange> find(Engine engine, Visible visible) {
    OversizedRanges ranges = new OversizedRanges(engine);
    long count = 0;
    long bytes = 0;
    long inLanes = 0;
    for (DestinationView view : visible.destinations()) {
      for (int number = 0; number < view.counters().lanes().size(); number++) {
        Lane lane = view.counters().lanes().get(number);
        count += lane.count();
        bytes += lane.bytes();
        KeyRange range = Keys.entries(view.id(), number, 1, lane.tail() + 1);
        inLanes += ranges.look(range, lane.bytes() + lane.count() * INDEX_BYTES);
      }
    }
    ranges.look(Keys.family(KeyFamily.ENTRY), inLanes); // of destinations that are gone
    ranges.look(Keys.family(KeyFamily.CHUNK), Math.max(0, bytes - inLanes));
    ranges.look(Keys.family(KeyFamily.IDENTITY), count * INDEX_BYTES);
    ranges.look(Keys.family(KeyFamily.EXPIRY), count * INDEX_BYTES);
    return ranges.found;
  }

  /** Adds a range if it is larger than what is counted explains; how large it is. */
  private long look(KeyRange range, long countedBytes) {
    long bytes = engine.approximateSizeBytes(range);
    if (bytes > TIMES_COUNTED * countedBytes + SLACK_BYTES) {
      found.add(range);
    }
    return bytes;
  }
}
