package io.levee.leveldb;

import io.levee.leveldb.key.KeyFamily;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a check has found: sentences for people, and which families are not whole. */
final class CheckFindings {

  private static final int MAX_FAULTS = 100;

  /** What everything else is judged by: where these are not whole, it would be blamed wrongly. */
  private static final Set<KeyFamily> ROOTS =
      EnumSet.of(
          KeyFamily.STORE,
          KeyFamily.DESTINATION,
          KeyFamily.COUNTERS,
          KeyFamily.SUBSCRIPTION,
          KeyFamily.SETTLED);

  private final List<String> faults = new ArrayList<>();
  private final Set<KeyFamily> damaged = EnumSet.noneOf(KeyFamily.class);

  /** Adds a fault, unless there are enough to see that the store is bad. */
  void add(String fault) {
    if (!isFull()) {
      faults.add(fault);
    }
  }

  /** Notes that records of {@code family} are damaged or lost. */
  void noteDamaged(KeyFamily family) {
    damaged.add(family);
  }

  /** Whether records of {@code family} are damaged or lost. */
  boolean isDamaged(KeyFamily family) {
    return damaged.contains(family);
  }

  /** Whether what is left can be compared without blaming what is whole. */
  boolean canCompare() {
    return Collections.disjoint(damaged, ROOTS);
  }

  boolean isFull() {
    return faults.size() >= MAX_FAULTS;
  }

  List<String> faults() {
    return List.copyOf(faults);
  }
}
