package io.levee.activemq;

import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Sequences of a queue that the store has announced and the queue has not yet put into its cursor.
 * Until it has, nothing from the first of them on may be paged in: the cursor would meet the
 * message twice and take the second for a duplicate.
 *
 * <p>Holds no lock: entries come on the store's committing thread and go under the queue's own
 * locks, and neither may wait for the other.
 */
final class PendingAdditions {

  private final ConcurrentSkipListSet<Long> sequences = new ConcurrentSkipListSet<>();

  void add(long sequence) {
    sequences.add(sequence);
  }

  void complete(long sequence) {
    sequences.remove(sequence);
  }

  /** Whether {@code sequence} lies before all of them. */
  boolean allow(long sequence) {
    return sequences.floor(sequence) == null;
  }

  /** The highest sequence up to {@code sequence} that lies before all of them. */
  long limit(long sequence) {
    Long first = sequences.ceiling(Long.MIN_VALUE);
    return first == null ? sequence : Math.min(sequence, first - 1);
  }
}
