package io.levee.leveldb.plan;

import io.levee.leveldb.change.DestinationImage;
import io.levee.leveldb.change.EntryAdded;
import io.levee.leveldb.change.EntryRemoved;
import io.levee.leveldb.change.HeaderReplaced;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.change.RedeliveryCounted;
import io.levee.leveldb.key.EntryRecord;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions.Expiry;
import io.levee.store.Message;
import io.levee.store.Position;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import io.levee.store.StoreTransaction.OnDuplicate;
import java.util.Optional;

/** Messages in destinations: added at the end, removed, moved, counted, given another header. */
final class QueuePlanner {

  private QueuePlanner() {}

  static void enqueue(Intent.Enqueue intent, Draft draft) {
    DestinationImage destination = draft.require(intent.destination());
    Message message = intent.message();
    check(destination, message, draft);
    Optional<Position> stored = IdentityPlanner.stored(message.identity(), destination, draft);
    if (stored.isPresent()) {
      if (intent.onDuplicate() == OnDuplicate.REFUSE) {
        throw duplicate(intent, stored.get());
      }
      ContentPlanner.abandon(message.body(), draft);
      draft.outcome(Status.DUPLICATE, stored.get());
      return;
    }
    Position position = draft.nextPosition(destination, message.lane());
    ContentPlanner.Placed body = ContentPlanner.place(message.body(), draft);
    EntryRecord entry =
        new EntryRecord(
            message.header(),
            body.inline(),
            message.body().size(),
            draft.nowMillis(),
            message.expiresAtMillis(),
            message.identity(),
            body.contentId(),
            body.chunkBytes(),
            0,
            draft.linkToPrevious(destination, position));
    draft.add(new EntryAdded(position, entry, destination.expiryIndexed()));
    IdentityPlanner.advance(message.identity(), draft);
    draft.outcome(Status.APPLIED, position);
  }

  static StoreException duplicate(Intent.Enqueue intent, Object place) {
    return new StoreException(
        Code.DUPLICATE_ID,
        "%s is stored in %s at %s. Give the message another identity, or keep the stored one."
            .formatted(intent.message().identity().orElseThrow(), intent.destination(), place));
  }

  /** Refuses what {@code destination} does not take. */
  static void check(DestinationImage destination, Message message, Draft draft) {
    if (destination.destination().kind() == Destination.Kind.DEAD_LETTER_CHANNEL) {
      throw new StoreException(
          Code.WRONG_KIND,
          destination.destination()
              + " takes messages that are given up on, not new ones. Use deadLetter.");
    }
    if (message.lane() >= destination.laneCount()) {
      throw new StoreException(
          Code.UNKNOWN_LANE,
          "%s has %d lanes, and the message is for lane %d. Declare more lanes or use a lower one."
              .formatted(destination.destination(), destination.laneCount(), message.lane()));
    }
    Limits limits = draft.limits();
    if (message.header().size() > limits.maxHeaderBytes()
        || message.body().size() > limits.maxBodyBytes()) {
      throw new StoreException(
          Code.MESSAGE_TOO_LARGE,
          "a message for %s has a header of %d bytes and a body of %d; the limits are %d and %d."
              .formatted(
                  destination.destination(),
                  message.header().size(),
                  message.body().size(),
                  limits.maxHeaderBytes(),
                  limits.maxBodyBytes()));
    }
    message
        .identity()
        .ifPresent(
            identity ->
                DestinationPlanner.checkLength(
                    "the name of a producer", identity.producer(), limits));
    if (destination.options().expiry() != Expiry.KEEP
        && message.expiresAtMillis() != 0
        && message.expiresAtMillis() <= draft.nowMillis()) {
      throw new StoreException(
          Code.ALREADY_EXPIRED,
          "a message for %s expired at %d, and it is %d."
              .formatted(destination.destination(), message.expiresAtMillis(), draft.nowMillis()));
    }
  }

  static void acknowledge(Intent.Acknowledge intent, Draft draft) {
    Position position = intent.position();
    Optional<EntryRecord> entry = draft.entry(position);
    if (entry.isEmpty()) {
      draft.outcome(Status.ABSENT, position);
      return;
    }
    draft.requireFree(position);
    remove(position, entry.get(), false, draft);
    draft.outcome(Status.APPLIED, position);
  }

  static void move(Intent.Move intent, Draft draft) {
    DestinationImage target = target(intent, draft);
    Optional<EntryRecord> entry = draft.entry(intent.position());
    if (entry.isEmpty()) {
      draft.outcome(Status.ABSENT, intent.position());
      return;
    }
    draft.requireFree(intent.position());
    move(intent.position(), entry.get(), target, draft);
  }

  /** Where a message is to be moved. */
  static DestinationImage target(Intent.Move intent, Draft draft) {
    if (intent.target().kind() == Destination.Kind.DEAD_LETTER_CHANNEL) {
      throw new StoreException(
          Code.WRONG_KIND, intent.target() + " takes messages with a reason. Use deadLetter.");
    }
    return draft.require(intent.target());
  }

  static void move(Position position, EntryRecord entry, DestinationImage target, Draft draft) {
    int redeliveries = draft.redeliveries(position);
    Position moved = relocate(position, entry, target, entry.expiresAtMillis(), 0, draft);
    if (redeliveries > 0) {
      draft.add(new RedeliveryCounted(moved, redeliveries, true));
    }
    draft.outcome(Status.APPLIED, moved);
  }

  /** Takes a message out of its place and puts it at the end of {@code target}. */
  static Position relocate(
      Position position,
      EntryRecord entry,
      DestinationImage target,
      long expiresAtMillis,
      int originId,
      Draft draft) {
    remove(position, entry, true, draft);
    int lane = position.lane() < target.laneCount() ? position.lane() : 0;
    Position moved = draft.nextPosition(target, lane);
    EntryRecord placed =
        entry.placed(
            IdentityPlanner.freeIn(entry.identity(), target, draft),
            expiresAtMillis,
            originId,
            draft.linkToPrevious(target, moved));
    draft.add(new EntryAdded(moved, placed, target.expiryIndexed()));
    return moved;
  }

  /** Removes a message for everybody. */
  static void remove(Position position, EntryRecord entry, boolean keepChunks, Draft draft) {
    SubscriptionPlanner.settleForAll(position, entry, draft);
    draft.add(removal(position, entry, keepChunks, draft));
  }

  /** A message leaves its place, with all keys that only that place has. */
  static EntryRemoved removal(
      Position position, EntryRecord entry, boolean keepChunks, Draft draft) {
    boolean expiryIndexed =
        draft.image().destination(position.destinationId()).orElseThrow().expiryIndexed();
    boolean redelivered = draft.redeliveries(position) > 0;
    return new EntryRemoved(
        position,
        entry.withoutBytes(),
        entry.countedBytes(),
        expiryIndexed,
        redelivered,
        keepChunks);
  }

  static void recordRedelivery(Intent.RecordRedelivery intent, Draft draft) {
    Position position = intent.position();
    if (draft.entry(position).isEmpty()) {
      draft.outcome(Status.ABSENT, position);
      return;
    }
    int before = draft.redeliveries(position);
    draft.add(new RedeliveryCounted(position, before + 1, before == 0));
    draft.outcome(Status.APPLIED, position);
  }

  static void updateHeader(Intent.UpdateHeader intent, Draft draft) {
    Position position = intent.position();
    Optional<EntryRecord> entry = draft.entry(position);
    if (entry.isEmpty()) {
      draft.outcome(Status.ABSENT, position);
      return;
    }
    draft.requireFree(position);
    if (intent.header().size() > draft.limits().maxHeaderBytes()) {
      throw new StoreException(
          Code.MESSAGE_TOO_LARGE,
          "the new header of the message at %s has %d bytes; the limit is %d."
              .formatted(position, intent.header().size(), draft.limits().maxHeaderBytes()));
    }
    long added = (long) intent.header().size() - entry.get().header().size();
    draft.add(new HeaderReplaced(position, entry.get().withHeader(intent.header()), added));
    draft.outcome(Status.APPLIED, position);
  }
}
