package io.levee.leveldb.plan;

import io.levee.leveldb.change.DestinationImage;
import io.levee.leveldb.change.DestinationPurged;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.change.MessageSettled;
import io.levee.leveldb.change.SubscriptionAdded;
import io.levee.leveldb.change.SubscriptionImage;
import io.levee.leveldb.change.SubscriptionRemoved;
import io.levee.leveldb.change.TopicSwept;
import io.levee.leveldb.key.CountersRecord;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.SubscriptionRecord;
import io.levee.store.Destination;
import io.levee.store.Position;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import io.levee.store.Subscriptions.Start;
import java.util.Optional;

/**
 * Durable subscriptions. A message of a topic is stored once and goes when the last subscription
 * settles it; what waits for a subscription is a difference of two counters, so that storing a
 * message touches no subscription.
 */
final class SubscriptionPlanner {

  private static final int TOPIC_LANE = 0;

  private SubscriptionPlanner() {}

  static void subscribe(Intent.Subscribe intent, Draft draft) {
    DestinationImage topic = requireTopic(intent.topic(), draft);
    DestinationPlanner.checkLength("the name of a subscription", intent.name(), draft.limits());
    if (intent.data().size() > draft.limits().maxHeaderBytes()) {
      throw new StoreException(
          Code.MESSAGE_TOO_LARGE,
          "the data of the subscription %s of %s has %d bytes; the limit is %d."
              .formatted(
                  intent.name().toUtf8(),
                  intent.topic(),
                  intent.data().size(),
                  draft.limits().maxHeaderBytes()));
    }
    Optional<SubscriptionImage> former = draft.image().subscription(topic.id(), intent.name());
    if (former.isPresent() && !intent.replaces()) {
      throw new StoreException(
          Code.SUBSCRIPTION_EXISTS,
          "%s has a subscription %s. Use it, or resubscribe to replace it."
              .formatted(intent.topic(), intent.name().toUtf8()));
    }
    former.ifPresent(replaced -> requireNoHold(replaced, draft));
    former.ifPresent(replaced -> draft.add(new SubscriptionRemoved(replaced)));
    boolean only = draft.image().subscriptions(topic.id()).size() == (former.isPresent() ? 1 : 0);
    if (only && intent.start() == Start.AFTER_LAST) {
      // Whatever is stored lies before the start of every subscription there is.
      draft.add(new DestinationPurged(topic.id()));
    }
    int id = draft.image().head().nextSubscriptionId();
    draft.add(new SubscriptionAdded(topic.id(), id, start(intent, topic.toRecord())));
    draft.outcome(Status.APPLIED, null);
  }

  private static SubscriptionRecord start(Intent.Subscribe intent, CountersRecord topic) {
    boolean afterLast = intent.start() == Start.AFTER_LAST;
    long waitingCount = afterLast ? 0 : topic.count();
    long waitingBytes = afterLast ? 0 : topic.bytes();
    long through = afterLast ? topic.lastSequence() : topic.lanes().get(TOPIC_LANE).low() - 1;
    return new SubscriptionRecord(
        intent.name(),
        intent.data(),
        through,
        topic.addedCount() - waitingCount,
        topic.addedBytes() - waitingBytes);
  }

  static void unsubscribe(Intent.Unsubscribe intent, Draft draft) {
    Optional<DestinationImage> topic = draft.image().destination(intent.topic());
    Optional<SubscriptionImage> subscription =
        topic.flatMap(image -> draft.image().subscription(image.id(), intent.name()));
    if (subscription.isEmpty()) {
      draft.outcome(Status.ABSENT, null);
      return;
    }
    requireNoHold(subscription.get(), draft);
    boolean last = draft.image().subscriptions(topic.get().id()).size() == 1;
    draft.add(new SubscriptionRemoved(subscription.get()));
    if (last) {
      draft.add(new DestinationPurged(topic.get().id()));
    }
    draft.outcome(Status.APPLIED, null);
  }

  private static void requireNoHold(SubscriptionImage subscription, Draft draft) {
    if (subscription.heldCount() > 0) {
      throw new StoreException(
          Code.BRANCH_IN_DOUBT,
          "prepared branches will settle %d messages for the subscription %s of %s. End them first."
              .formatted(
                  subscription.heldCount(),
                  subscription.name().toUtf8(),
                  draft.image().destination(subscription.topicId()).orElseThrow().destination()));
    }
  }

  static void settle(Intent.Settle intent, Draft draft) {
    DestinationImage topic = requireTopic(intent.topic(), draft);
    Optional<SubscriptionImage> subscription =
        draft.image().subscription(topic.id(), intent.subscription());
    if (intent.sequence() < 1
        || subscription.isEmpty()
        || draft.isSettled(subscription.get(), intent.sequence())) {
      draft.outcome(Status.ABSENT, null);
      return;
    }
    Position position = new Position(topic.id(), TOPIC_LANE, intent.sequence());
    Optional<EntryRecord> entry = draft.entry(position);
    if (entry.isEmpty()) {
      draft.outcome(Status.ABSENT, position);
      return;
    }
    requireFree(subscription.get(), position, draft);
    settle(subscription.get(), position, entry.get(), draft);
    removeWhenUnneeded(position, entry.get(), draft);
    draft.outcome(Status.APPLIED, position);
  }

  /** Refuses to settle what a prepared branch will settle, or holds for everybody. */
  static void requireFree(SubscriptionImage subscription, Position position, Draft draft) {
    draft.requireFree(position);
    if (subscription.isHeld(position.sequence())) {
      throw Draft.held(
          "the message at %s of the subscription %s"
              .formatted(position, subscription.name().toUtf8()),
          draft.image().branches().holderOf(subscription, position.sequence()).orElseThrow());
    }
  }

  static void settle(
      SubscriptionImage subscription, Position position, EntryRecord entry, Draft draft) {
    draft.settled(subscription, position.sequence());
    draft.add(new MessageSettled(subscription, position.sequence(), entry.countedBytes()));
  }

  static void removeWhenUnneeded(Position position, EntryRecord entry, Draft draft) {
    long sequence = position.sequence();
    if (!draft
        .image()
        .anySubscription(position.destinationId(), each -> !draft.isSettled(each, sequence))) {
      draft.add(QueuePlanner.removal(position, entry, false, draft));
    }
  }

  /** A message of a topic is removed whoever waits for it: nobody waits for it any more. */
  static void settleForAll(Position position, EntryRecord entry, Draft draft) {
    for (SubscriptionImage each : draft.image().subscriptions(position.destinationId())) {
      if (!draft.isSettled(each, position.sequence())) {
        settle(each, position, entry, draft);
      }
    }
  }

  static void sweep(Intent.Sweep intent, Draft draft) {
    if (draft.image().destination(intent.topicId()).isEmpty()) {
      draft.outcome(Status.ABSENT, null);
      return;
    }
    for (long sequence : intent.candidates()) {
      Position position = new Position(intent.topicId(), TOPIC_LANE, sequence);
      draft.entry(position).ifPresent(entry -> removeWhenUnneeded(position, entry, draft));
    }
    draft.add(new TopicSwept(intent.topicId(), intent.nextFrom(), intent.generation()));
    draft.outcome(Status.APPLIED, null);
  }

  static DestinationImage requireTopic(Destination topic, Draft draft) {
    if (topic.kind() != Destination.Kind.TOPIC) {
      throw new StoreException(
          Code.WRONG_KIND, topic + " is not a topic; only topics have subscriptions.");
    }
    return draft.require(topic);
  }
}
