package io.levee.leveldb.plan;

import io.levee.leveldb.change.DeadLetterNoted;
import io.levee.leveldb.change.DestinationImage;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.change.RedeliveryCounted;
import io.levee.leveldb.key.DeadLetterRecord;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.Destination;
import io.levee.store.Position;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import java.util.Optional;

/** Messages that are given up on: into a channel with where they came from and why, and back. */
final class DeadLetterPlanner {

  /** Where a message came from first, however often it was moved between channels. */
  private record Origin(int id, DeadLetterRecord record) {}

  private DeadLetterPlanner() {}

  static void deadLetter(Intent.DeadLetter intent, Draft draft) {
    DestinationImage channel = draft.require(Destination.deadLetterChannel(intent.channel()));
    Position position = intent.position();
    Optional<EntryRecord> entry = draft.entry(position);
    if (entry.isEmpty()) {
      draft.outcome(Status.ABSENT, position);
      return;
    }
    draft.requireFree(position);
    giveUp(position, entry.get(), channel, intent.reason(), draft);
  }

  static void giveUp(
      Position position, EntryRecord entry, DestinationImage channel, String reason, Draft draft) {
    int redeliveries = draft.redeliveries(position);
    Origin origin = origin(position, entry, reason, redeliveries, draft);
    Position moved = QueuePlanner.relocate(position, entry, channel, 0, origin.id(), draft);
    draft.add(new DeadLetterNoted(channel.id(), origin.id(), moved.sequence(), origin.record()));
    if (redeliveries > 0) {
      draft.add(new RedeliveryCounted(moved, redeliveries, true));
    }
    draft.outcome(Status.APPLIED, moved);
  }

  private static Origin origin(
      Position position, EntryRecord entry, String reason, int redeliveries, Draft draft) {
    Optional<DeadLetterRecord> before = record(position, entry, draft);
    Destination from =
        before
            .map(DeadLetterRecord::origin)
            .orElseGet(
                () ->
                    draft
                        .image()
                        .destination(position.destinationId())
                        .orElseThrow()
                        .destination());
    long sequence = before.map(DeadLetterRecord::originSequence).orElse(position.sequence());
    int id = before.isPresent() ? entry.originId() : position.destinationId();
    return new Origin(
        id, new DeadLetterRecord(from, sequence, draft.nowMillis(), redeliveries, reason));
  }

  static void restore(Intent.Restore intent, Draft draft) {
    Position position = intent.position();
    Optional<EntryRecord> entry = draft.entry(position);
    if (entry.isEmpty()) {
      draft.outcome(Status.ABSENT, position);
      return;
    }
    draft.requireFree(position);
    putBack(position, entry.get(), target(intent, entry.get(), draft), draft);
  }

  static void putBack(Position position, EntryRecord entry, DestinationImage target, Draft draft) {
    Position restored = QueuePlanner.relocate(position, entry, target, 0, 0, draft);
    draft.outcome(Status.APPLIED, restored);
  }

  /** Where a dead letter is to be restored. */
  static DestinationImage target(Intent.Restore intent, EntryRecord entry, Draft draft) {
    if (intent.target().isPresent()) {
      if (intent.target().get().kind() == Destination.Kind.DEAD_LETTER_CHANNEL) {
        throw new StoreException(
            Code.WRONG_KIND,
            "the message at %s cannot be restored to %s, a dead-letter channel. Use deadLetter."
                .formatted(intent.position(), intent.target().get()));
      }
      return draft.require(intent.target().get());
    }
    DeadLetterRecord record =
        record(intent.position(), entry, draft)
            .orElseThrow(
                () ->
                    new StoreException(
                        Code.NO_ORIGIN,
                        "the message at %s was not dead-lettered. Name a target."
                            .formatted(intent.position())));
    return draft
        .image()
        .destination(record.origin())
        .orElseThrow(
            () ->
                new StoreException(
                    Code.NO_ORIGIN,
                    "the message at %s came from %s, which is not declared any more. Name a target."
                        .formatted(intent.position(), record.origin())));
  }

  private static Optional<DeadLetterRecord> record(
      Position position, EntryRecord entry, Draft draft) {
    if (entry.originId() == 0) {
      return Optional.empty();
    }
    byte[] key = Keys.deadLetter(position.destinationId(), entry.originId(), position.sequence());
    return draft.get(key).map(stored -> DeadLetterRecord.fromBytes(key, stored));
  }
}
