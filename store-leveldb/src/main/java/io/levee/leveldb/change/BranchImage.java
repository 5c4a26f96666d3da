package io.levee.leveldb.change;

import io.levee.leveldb.key.BranchRecord;
import io.levee.leveldb.key.HoldRecord;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * A branch, as it was prepared or as an operator left it. Immutable, so that readers are shown it
 * as it is.
 *
 * @param number its place in the order of the prepares
 * @param record what is written of it
 * @param prepared the ordinals of the messages that it will store
 * @param holds the messages that it holds, by ordinal
 */
public record BranchImage(
    long number, BranchRecord record, SortedSet<Integer> prepared, Map<Integer, Held> holds) {

  /**
   * A message that a branch holds.
   *
   * @param record where it lies, and what the commit does with it
   * @param subscription the subscription that settles it, if it is held for one only
   */
  public record Held(HoldRecord record, Optional<SubscriptionImage> subscription) {}

  public BranchImage {
    holds = Map.copyOf(holds);
  }

  /** The same after an operator ended it: it holds nothing. */
  BranchImage forced(BranchRecord outcome) {
    return new BranchImage(number, outcome, Collections.emptySortedSet(), Map.of());
  }

  /** Those messages that are held for everybody. */
  public List<HoldRecord> heldInPlace() {
    return holds.values().stream()
        .filter(held -> held.subscription().isEmpty())
        .map(Held::record)
        .toList();
  }
}
