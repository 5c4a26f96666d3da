package io.levee.leveldb.plan;

import io.levee.leveldb.change.BranchTable;
import io.levee.leveldb.change.DestinationDeclared;
import io.levee.leveldb.change.DestinationImage;
import io.levee.leveldb.change.DestinationPurged;
import io.levee.leveldb.change.DestinationRemoved;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.change.SubscriptionRemoved;
import io.levee.leveldb.key.DestinationRecord;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import java.util.Optional;

/** Destinations: declared, removed, emptied. */
final class DestinationPlanner {

  private DestinationPlanner() {}

  static void declare(Intent.Declare intent, Draft draft) {
    Destination destination = intent.destination();
    Optional<DestinationImage> existing = draft.image().destination(destination);
    if (existing.isPresent()) {
      requireSame(existing.get(), intent.options());
      draft.outcome(Status.ABSENT, null);
      return;
    }
    check(destination, intent.options(), draft.limits());
    int id = draft.image().head().nextDestinationId();
    DestinationRecord record = new DestinationRecord(id, intent.options(), draft.nowMillis());
    draft.add(new DestinationDeclared(destination, record));
    draft.outcome(Status.APPLIED, null);
  }

  private static void requireSame(DestinationImage existing, DestinationOptions options) {
    if (!existing.options().equals(options)) {
      throw new StoreException(
          Code.OPTIONS_DIFFER,
          "%s is declared with %s, not with %s. Use the same options, or remove it first."
              .formatted(existing.destination(), existing.options(), options));
    }
  }

  private static void check(Destination destination, DestinationOptions options, Limits limits) {
    checkName(destination.name(), limits);
    options.deadLetterChannel().ifPresent(channel -> checkName(channel, limits));
    boolean singleLane = destination.kind() != Destination.Kind.QUEUE;
    if (singleLane && options.lanes() > 1) {
      throw new StoreException(
          Code.WRONG_KIND, destination + " has one lane; only queues have more. Declare 1 lane.");
    }
  }

  private static void checkName(String name, Limits limits) {
    checkLength("the name of a destination", Bytes.utf8(name), limits);
  }

  /** Refuses a name that is too long; {@code what} says whose it is. */
  static void checkLength(String what, Bytes name, Limits limits) {
    if (name.size() > limits.maxNameBytes()) {
      String start = name.toUtf8();
      throw new StoreException(
          Code.NAME_TOO_LONG,
          "%s has %d bytes; the limit is %d. It starts with %s"
              .formatted(
                  what,
                  name.size(),
                  limits.maxNameBytes(),
                  start.substring(0, Math.min(64, start.length()))));
    }
  }

  static void remove(Intent.Remove intent, Draft draft) {
    Optional<DestinationImage> existing = draft.image().destination(intent.destination());
    if (existing.isEmpty()) {
      draft.outcome(Status.ABSENT, null);
      return;
    }
    requireNoBranch(existing.get(), draft);
    draft
        .image()
        .subscriptions(existing.get().id())
        .forEach(subscription -> draft.add(new SubscriptionRemoved(subscription)));
    draft.add(new DestinationRemoved(existing.get()));
    draft.outcome(Status.APPLIED, null);
  }

  /** What a branch has promised can be kept: its messages and its destinations stay. */
  private static void requireNoBranch(DestinationImage destination, Draft draft) {
    BranchTable branches = draft.image().branches();
    branches
        .firstNeeding(destination.id())
        .ifPresent(
            branch -> {
              throw new StoreException(
                  Code.BRANCH_IN_DOUBT,
                  "%s is needed by %d prepared branches, the first is %s. End them first."
                      .formatted(
                          destination.destination(),
                          branches.countNeeding(destination.id()),
                          branch.record().id()));
            });
  }

  static void purge(Intent.Purge intent, Draft draft) {
    DestinationImage destination = draft.require(intent.destination());
    requireNoBranch(destination, draft);
    intent.counted().accept(destination.toRecord().count());
    draft.add(new DestinationPurged(destination.id()));
    draft.outcome(Status.APPLIED, null);
  }
}
