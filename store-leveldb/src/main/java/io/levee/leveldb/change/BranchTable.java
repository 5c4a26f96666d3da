package io.levee.leveldb.change;

import io.levee.leveldb.change.BranchImage.Held;
import io.levee.store.BranchId;
import io.levee.store.Position;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The branches that planners decide from: by name and in the order of their prepares, what each
 * position is held by, and how many of them need each destination. Seen by the committing thread
 * only, and by recovery before that thread starts.
 */
public final class BranchTable {

  private final TreeMap<Long, BranchImage> byNumber = new TreeMap<>();
  private final Map<BranchId, BranchImage> byId = new HashMap<>();
  private final Map<Position, BranchImage> holders = new HashMap<>();
  private final Map<Integer, TreeMap<Long, BranchImage>> needing = new HashMap<>();
  private long nextNumber = 1;

  /** The branch of that name. */
  public Optional<BranchImage> find(BranchId id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The branch that holds the message at {@code position} for everybody. */
  public Optional<BranchImage> holderOf(Position position) {
    return Optional.ofNullable(holders.get(position));
  }

  /** The branch that will settle a message for a subscription. */
  public Optional<BranchImage> holderOf(SubscriptionImage subscription, long sequence) {
    return byNumber.values().stream()
        .filter(
            branch ->
                branch.holds().values().stream()
                    .anyMatch(
                        held ->
                            held.record().position().sequence() == sequence
                                && held.subscription()
                                    .filter(settles -> settles == subscription)
                                    .isPresent()))
        .findFirst();
  }

  /** The first of the branches that need a destination. */
  public Optional<BranchImage> firstNeeding(int destinationId) {
    TreeMap<Long, BranchImage> all = needing.get(destinationId);
    return all == null ? Optional.empty() : Optional.of(all.firstEntry().getValue());
  }

  /** How many branches need a destination. */
  public int countNeeding(int destinationId) {
    TreeMap<Long, BranchImage> all = needing.get(destinationId);
    return all == null ? 0 : all.size();
  }

  /** The number of the next branch. */
  public long nextNumber() {
    return nextNumber;
  }

  Collection<BranchImage> all() {
    return byNumber.values();
  }

  void add(BranchImage branch) {
    nextNumber = Math.max(nextNumber, branch.number() + 1);
    byNumber.put(branch.number(), branch);
    byId.put(branch.record().id(), branch);
    for (int destinationId : branch.record().destinations()) {
      needing.computeIfAbsent(destinationId, id -> new TreeMap<>()).put(branch.number(), branch);
    }
    for (Held held : branch.holds().values()) {
      held.subscription()
          .ifPresentOrElse(
              subscription ->
                  subscription.hold(held.record().position().sequence(), held.record().bytes()),
              () -> holders.put(held.record().position(), branch));
    }
  }

  void remove(BranchImage branch) {
    byNumber.remove(branch.number());
    byId.remove(branch.record().id());
    for (int destinationId : branch.record().destinations()) {
      needing.computeIfPresent(
          destinationId,
          (id, all) -> {
            all.remove(branch.number());
            return all.isEmpty() ? null : all;
          });
    }
    for (Held held : branch.holds().values()) {
      held.subscription()
          .ifPresentOrElse(
              subscription -> subscription.release(held.record().position().sequence()),
              () -> holders.remove(held.record().position()));
    }
  }
}
