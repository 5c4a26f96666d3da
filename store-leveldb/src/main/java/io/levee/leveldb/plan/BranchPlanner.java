package io.levee.leveldb.plan;

import io.levee.leveldb.change.BranchImage;
import io.levee.leveldb.change.BranchImage.Held;
import io.levee.leveldb.change.BranchPrepared;
import io.levee.leveldb.change.DestinationImage;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.change.SubscriptionImage;
import io.levee.leveldb.key.BranchRecord;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.HoldRecord;
import io.levee.leveldb.key.PreparedRecord;
import io.levee.store.BranchInfo.State;
import io.levee.store.BranchOperation.Kind;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import io.levee.store.StoreTransaction.OnDuplicate;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Prepares a branch: everything that can fail is tried now, bodies are written where they stay, and
 * messages that the commit will take are held where they lie.
 */
final class BranchPlanner {

  private record Identified(int destinationId, MessageIdentity identity) {}

  private record Settled(SubscriptionImage subscription, long sequence) {}

  private final Draft draft;
  private final Map<Integer, PreparedRecord> messages = new TreeMap<>();
  private final Map<Integer, Held> holds = new TreeMap<>();
  private final Set<Integer> destinations = new TreeSet<>();
  private final Set<Identified> identities = new HashSet<>();
  private final Set<Position> taken = new HashSet<>();
  private final Set<Settled> settled = new HashSet<>();
  private int ordinal;

  private BranchPlanner(Draft draft) {
    this.draft = draft;
  }

  /** {@link Status#ABSENT} when nothing is left to be promised. */
  static void prepare(Intent.Prepare intent, Draft draft) {
    draft
        .image()
        .branches()
        .find(intent.branch())
        .ifPresent(
            branch -> {
              throw new StoreException(
                  Code.BRANCH_EXISTS,
                  "the branch %s was prepared before; its state is %s."
                      .formatted(intent.branch(), branch.record().state()));
            });
    BranchPlanner planner = new BranchPlanner(draft);
    intent.work().forEach(planner::promise);
    planner.finish(intent);
  }

  private void finish(Intent.Prepare intent) {
    if (messages.isEmpty() && holds.isEmpty()) {
      draft.outcome(Status.ABSENT, null);
      return;
    }
    BranchRecord record =
        new BranchRecord(
            intent.branch(),
            State.PREPARED,
            draft.nowMillis(),
            0,
            intent.work().size(),
            commitBytes(),
            destinations.stream().toList());
    BranchImage branch =
        new BranchImage(
            draft.image().branches().nextNumber(), record, new TreeSet<>(messages.keySet()), holds);
    draft.add(new BranchPrepared(branch, messages));
    draft.outcome(Status.APPLIED, null);
  }

  /** What the commit writes: not the bodies, which stay where they are. */
  private long commitBytes() {
    long headers = messages.values().stream().mapToLong(m -> m.entry().header().size()).sum();
    return 512 + headers + 256L * messages.size() + 128L * holds.size();
  }

  private void promise(Intent intent) {
    if (intent instanceof Intent.Enqueue enqueue) {
      enqueue(enqueue);
    } else if (intent instanceof Intent.Acknowledge acknowledge) {
      hold(Kind.ACKNOWLEDGE, acknowledge.position(), Optional.empty(), "");
    } else if (intent instanceof Intent.Move move) {
      DestinationImage target = QueuePlanner.target(move, draft);
      hold(Kind.MOVE, move.position(), Optional.of(target), "");
    } else if (intent instanceof Intent.DeadLetter letter) {
      DestinationImage channel = draft.require(Destination.deadLetterChannel(letter.channel()));
      hold(Kind.DEAD_LETTER, letter.position(), Optional.of(channel), letter.reason());
    } else if (intent instanceof Intent.Restore restore) {
      draft
          .entry(restore.position())
          .map(entry -> DeadLetterPlanner.target(restore, entry, draft))
          .ifPresent(target -> hold(Kind.RESTORE, restore.position(), Optional.of(target), ""));
    } else if (intent instanceof Intent.Settle settle) {
      settle(settle);
    } else {
      throw new StoreException(
          Code.NOT_IN_BRANCH,
          "a branch cannot promise %s; commit it in a transaction of its own."
              .formatted(intent.getClass().getSimpleName()));
    }
    ordinal++;
  }

  private void enqueue(Intent.Enqueue intent) {
    DestinationImage destination = draft.require(intent.destination());
    Message message = intent.message();
    QueuePlanner.check(destination, message, draft);
    Optional<Position> stored = IdentityPlanner.stored(message.identity(), destination, draft);
    boolean first =
        message
            .identity()
            .map(identity -> identities.add(new Identified(destination.id(), identity)))
            .orElse(true);
    if (stored.isPresent() || !first) {
      if (intent.onDuplicate() == OnDuplicate.REFUSE) {
        throw QueuePlanner.duplicate(
            intent, stored.<Object>map(position -> position).orElse("this branch"));
      }
      ContentPlanner.abandon(message.body(), draft);
      return;
    }
    destinations.add(destination.id());
    messages.put(ordinal, new PreparedRecord(destination.id(), message.lane(), entry(message)));
  }

  private EntryRecord entry(Message message) {
    ContentPlanner.Placed body = ContentPlanner.placeApart(message.body(), draft);
    return new EntryRecord(
        message.header(),
        body.inline(),
        message.body().size(),
        draft.nowMillis(),
        message.expiresAtMillis(),
        message.identity(),
        body.contentId(),
        body.chunkBytes(),
        0,
        EntryRecord.DENSE);
  }

  private void hold(
      Kind kind, Position position, Optional<DestinationImage> target, String reason) {
    Optional<EntryRecord> entry = draft.entry(position);
    if (entry.isEmpty() || taken.contains(position)) {
      return;
    }
    requireNoTopic(position);
    draft.requireFree(position);
    taken.add(position);
    destinations.add(position.destinationId());
    target.ifPresent(image -> destinations.add(image.id()));
    int targetId = target.map(DestinationImage::id).orElse(0);
    HoldRecord record =
        new HoldRecord(kind, position, entry.get().countedBytes(), 0, targetId, reason);
    holds.put(ordinal, new Held(record, Optional.empty()));
  }

  /** Of a topic each subscription decides for itself. */
  private void requireNoTopic(Position position) {
    Destination place =
        draft.image().destination(position.destinationId()).orElseThrow().destination();
    if (place.kind() == Destination.Kind.TOPIC) {
      throw new StoreException(
          Code.WRONG_KIND,
          "the message at %s lies in %s; a branch settles it for a subscription."
              .formatted(position, place));
    }
  }

  private void settle(Intent.Settle intent) {
    DestinationImage topic = SubscriptionPlanner.requireTopic(intent.topic(), draft);
    Optional<SubscriptionImage> found =
        draft.image().subscription(topic.id(), intent.subscription());
    if (found.isEmpty() || intent.sequence() < 1 || found.get().isSettled(intent.sequence())) {
      return;
    }
    Position position = new Position(topic.id(), 0, intent.sequence());
    Optional<EntryRecord> entry = draft.entry(position);
    if (entry.isEmpty()
        || taken.contains(position)
        || !settled.add(new Settled(found.get(), intent.sequence()))) {
      return;
    }
    SubscriptionPlanner.requireFree(found.get(), position, draft);
    destinations.add(topic.id());
    HoldRecord record =
        new HoldRecord(Kind.SETTLE, position, entry.get().countedBytes(), found.get().id(), 0, "");
    holds.put(ordinal, new Held(record, found));
  }
}
