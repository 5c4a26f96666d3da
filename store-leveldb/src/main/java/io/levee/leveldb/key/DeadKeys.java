package io.levee.leveldb.key;

import io.levee.store.Bytes;
import java.util.Arrays;

/** What a deleted key says about the disk space and the work that compacting its range saves. */
public final class DeadKeys {

  private static final int LANE_PREFIX_BYTES = 6;
  private static final int CHUNK_WEIGHT = 100;

  private DeadKeys() {}

  /**
   * How much a deleted key weighs: 1 for one as large as a message; 0 for what need not be noted.
   */
  public static int weight(byte[] key) {
    return switch (KeyFamily.of(key).orElseThrow()) {
      case ENTRY, IDENTITY, EXPIRY, DEAD_LETTER, REDELIVERY, SETTLED, BRANCH, PREPARED, HOLD -> 1;
      case CHUNK -> CHUNK_WEIGHT;
      case STORE, DESTINATION, COUNTERS, UNFINISHED, RETAINED, PRODUCER, SUBSCRIPTION -> 0;
    };
  }

  /** Keys with the same scope are compacted together: a lane of messages, otherwise a family. */
  public static Bytes scope(byte[] key) {
    boolean lane = KeyFamily.of(key).orElseThrow() == KeyFamily.ENTRY;
    return Bytes.wrap(Arrays.copyOf(key, lane ? LANE_PREFIX_BYTES : 1));
  }

  /**
   * About how many live keys a compaction from {@code first} to {@code last} has to rewrite: in a
   * lane at most the sequences between them, in other families at most all of them.
   */
  public static long carriedAlong(byte[] first, byte[] last, long liveMessages) {
    if (KeyFamily.of(first).orElseThrow() != KeyFamily.ENTRY) {
      return liveMessages;
    }
    long between = Keys.sequenceOf(last) - Keys.sequenceOf(first);
    return Math.min(liveMessages, Math.max(0, between));
  }
}
