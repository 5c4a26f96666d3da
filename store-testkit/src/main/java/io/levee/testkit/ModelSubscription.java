package io.levee.testkit;

import io.levee.store.Bytes;
import java.util.HashSet;
import java.util.Set;

/** A subscription of the model: it has settled all up to {@code after}, and {@code settled}. */
record ModelSubscription(Bytes data, long after, Set<Long> settled) {

  ModelSubscription {
    settled = Set.copyOf(settled);
  }

  boolean waitsFor(long sequence) {
    return sequence > after && !settled.contains(sequence);
  }

  ModelSubscription settling(long sequence) {
    Set<Long> more = new HashSet<>(settled);
    more.add(sequence);
    return new ModelSubscription(data, after, more);
  }
}
