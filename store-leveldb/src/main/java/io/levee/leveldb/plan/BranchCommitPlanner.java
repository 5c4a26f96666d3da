package io.levee.leveldb.plan;

import io.levee.leveldb.change.BranchEnded;
import io.levee.leveldb.change.BranchImage;
import io.levee.leveldb.change.BranchImage.Held;
import io.levee.leveldb.change.DestinationImage;
import io.levee.leveldb.change.EntryAdded;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.change.PreparedBodyErased;
import io.levee.leveldb.change.SubscriptionImage;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.PreparedRecord;
import io.levee.leveldb.key.Seal;
import io.levee.store.BranchId;
import io.levee.store.BranchInfo.State;
import io.levee.store.Position;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import java.util.Optional;

/** Ends a prepared branch: all that it promised, or nothing of it. */
final class BranchCommitPlanner {

  private BranchCommitPlanner() {}

  static void commit(Intent.CommitBranch intent, Draft draft) {
    BranchImage branch = requirePrepared(intent.branch(), draft);
    for (int ordinal = 0; ordinal < branch.record().operations(); ordinal++) {
      if (branch.prepared().contains(ordinal)) {
        store(prepared(branch, ordinal, draft), draft);
      } else if (branch.holds().containsKey(ordinal)) {
        take(branch.holds().get(ordinal), draft);
      } else {
        draft.outcome(Status.ABSENT, null);
      }
    }
    end(branch, intent.forced(), State.FORCED_COMMIT, draft);
  }

  private static PreparedRecord prepared(BranchImage branch, int ordinal, Draft draft) {
    byte[] key = Keys.prepared(branch.number(), ordinal);
    return draft
        .get(key)
        .map(stored -> PreparedRecord.fromBytes(key, stored))
        .orElseThrow(() -> Seal.corrupt(key, "it is missing"));
  }

  /** An identity that came to be stored since the prepare is that of the same message. */
  private static void store(PreparedRecord message, Draft draft) {
    DestinationImage destination = destination(message.destinationId(), draft);
    EntryRecord entry = message.entry();
    Optional<Position> stored = IdentityPlanner.stored(entry.identity(), destination, draft);
    if (stored.isPresent()) {
      draft.add(new PreparedBodyErased(message));
      draft.outcome(Status.DUPLICATE, stored.get());
      return;
    }
    Position position = draft.nextPosition(destination, message.lane());
    long link = draft.linkToPrevious(destination, position);
    EntryRecord placed = entry.stored(draft.nowMillis(), link);
    draft.add(new EntryAdded(position, placed, destination.expiryIndexed()));
    IdentityPlanner.advance(entry.identity(), draft);
    draft.outcome(Status.APPLIED, position);
  }

  private static void take(Held held, Draft draft) {
    Position position = held.record().position();
    Optional<EntryRecord> entry = draft.entry(position);
    if (entry.isEmpty()) {
      draft.outcome(Status.ABSENT, position); // a topic lets go what nobody waits for
      return;
    }
    switch (held.record().kind()) {
      case ACKNOWLEDGE -> {
        QueuePlanner.remove(position, entry.get(), false, draft);
        draft.outcome(Status.APPLIED, position);
      }
      case MOVE -> QueuePlanner.move(position, entry.get(), target(held, draft), draft);
      case DEAD_LETTER ->
          DeadLetterPlanner.giveUp(
              position, entry.get(), target(held, draft), held.record().reason(), draft);
      case RESTORE -> DeadLetterPlanner.putBack(position, entry.get(), target(held, draft), draft);
      case SETTLE -> settle(held.subscription().orElseThrow(), position, entry.get(), draft);
      case ENQUEUE -> throw new IllegalStateException("an enqueue holds no message: " + held);
    }
  }

  private static void settle(
      SubscriptionImage subscription, Position position, EntryRecord entry, Draft draft) {
    if (draft.isSettled(subscription, position.sequence())) {
      draft.outcome(Status.ABSENT, position);
      return;
    }
    SubscriptionPlanner.settle(subscription, position, entry, draft);
    SubscriptionPlanner.removeWhenUnneeded(position, entry, draft);
    draft.outcome(Status.APPLIED, position);
  }

  private static DestinationImage target(Held held, Draft draft) {
    return destination(held.record().targetId(), draft);
  }

  /** It cannot have gone: a destination that a branch needs is not removed. */
  private static DestinationImage destination(int id, Draft draft) {
    return draft
        .image()
        .destination(id)
        .orElseThrow(() -> Seal.corrupt(Keys.counters(id), "a prepared branch needs it"));
  }

  static void rollback(Intent.RollbackBranch intent, Draft draft) {
    BranchImage branch = requirePrepared(intent.branch(), draft);
    for (int ordinal : branch.prepared()) {
      draft.add(new PreparedBodyErased(prepared(branch, ordinal, draft)));
    }
    end(branch, intent.forced(), State.FORCED_ROLLBACK, draft);
    draft.outcome(Status.APPLIED, null);
  }

  static void forget(Intent.ForgetBranch intent, Draft draft) {
    BranchImage branch = require(intent.branch(), draft);
    if (branch.record().state() == State.PREPARED) {
      throw new StoreException(
          Code.BRANCH_IN_DOUBT,
          "the branch %s is prepared and nobody has ended it. Commit it or roll it back."
              .formatted(intent.branch()));
    }
    draft.add(new BranchEnded(branch, Optional.empty()));
    draft.outcome(Status.APPLIED, null);
  }

  private static void end(BranchImage branch, boolean forced, State outcome, Draft draft) {
    draft.add(
        new BranchEnded(
            branch,
            forced
                ? Optional.of(branch.record().forced(outcome, draft.nowMillis()))
                : Optional.empty()));
  }

  private static BranchImage requirePrepared(BranchId id, Draft draft) {
    BranchImage branch = require(id, draft);
    if (branch.record().state() != State.PREPARED) {
      throw new StoreException(
          Code.BRANCH_FORCED,
          "the branch %s was ended by an operator at %d: %s. Forget it."
              .formatted(id, branch.record().endedAtMillis(), branch.record().state()));
    }
    return branch;
  }

  private static BranchImage require(BranchId id, Draft draft) {
    return draft
        .image()
        .branches()
        .find(id)
        .orElseThrow(
            () ->
                new StoreException(
                    Code.UNKNOWN_BRANCH,
                    "no branch %s is prepared here, or not any more.".formatted(id)));
  }
}
