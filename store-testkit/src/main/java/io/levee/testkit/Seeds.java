package io.levee.testkit;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Where random tests take their seed and their length from, so that a failure can be replayed:
 * {@code -Dlevee.seed=N} and {@code -Dlevee.operations=N}.
 */
public final class Seeds {

  /** The system property that replays one seed. */
  public static final String SEED = "levee.seed";

  /** The system property that lengthens a run. */
  public static final String OPERATIONS = "levee.operations";

  private Seeds() {}

  /** The seed that was asked for, or a new one at each call. */
  public static long next() {
    return Long.getLong(SEED, ThreadLocalRandom.current().nextLong(1_000_000_000));
  }

  /** How many operations were asked for, or {@code usual}. */
  public static int operations(int usual) {
    return Integer.getInteger(OPERATIONS, usual);
  }

  /** What to add to the command line to run {@code operations} operations of {@code seed} again. */
  public static String replay(long seed, int operations) {
    return "-D" + SEED + "=" + seed + " -D" + OPERATIONS + "=" + operations;
  }
}
