package io.levee.leveldb;

/**
 * How long the committing thread waits for those whom it has just answered. Producers that send one
 * message after the other come back at once, and the wait saves a sync. Those that have other
 * things to do in between, as the two phases of a distributed transaction, do not: then the wait
 * only costs, and is left out for more and more groups before it is tried again.
 */
final class Patience {

  private static final long MAX_NANOS = 1_000_000;
  private static final int MAX_GROUPS_LEFT_OUT = 64;

  private int leftOut;
  private int toLeaveOut;

  /** How long to wait after a group that took {@code tookNanos}; 0 for not at all. */
  long nanos(long tookNanos) {
    if (toLeaveOut > 0) {
      toLeaveOut--;
      return 0;
    }
    return Math.min(MAX_NANOS, tookNanos / 4);
  }

  /** Learns from a wait: it has paid when half of those came that were missing, or more. */
  void waited(int missing, int came) {
    if (2 * came >= missing) {
      leftOut = 0;
    } else {
      leftOut = Math.min(MAX_GROUPS_LEFT_OUT, Math.max(1, 2 * leftOut));
      toLeaveOut = leftOut;
    }
  }
}
