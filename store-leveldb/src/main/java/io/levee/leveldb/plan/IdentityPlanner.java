package io.levee.leveldb.plan;

import io.levee.leveldb.change.DestinationImage;
import io.levee.leveldb.change.ProducerAdvanced;
import io.levee.leveldb.key.IdentityRecord;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.ProducerRecord;
import io.levee.store.Bytes;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import java.util.Optional;

/**
 * Whether a message of an identity is stored. A producer that counts up costs no read: what is
 * above its last sequence cannot be stored.
 */
final class IdentityPlanner {

  private IdentityPlanner() {}

  /** Where an identity lies in {@code destination}. */
  static Optional<Position> stored(
      Optional<MessageIdentity> identity, DestinationImage destination, Draft draft) {
    if (identity.isEmpty() || isNew(identity.get(), draft)) {
      return Optional.empty();
    }
    return locate(identity.get(), destination, draft);
  }

  private static boolean isNew(MessageIdentity identity, Draft draft) {
    Optional<ProducerRecord> known = draft.image().producer(identity.producer());
    if (known.isPresent() && !known.get().complete()) {
      return false;
    }
    long last = known.map(ProducerRecord::lastSequence).orElse(-1L);
    boolean above =
        identity.sequence() > Math.max(last, draft.producerSequence(identity.producer()));
    return above && (known.isPresent() || neverStored(identity.producer(), draft));
  }

  /** A producer that is not remembered may have been forgotten with messages stored. */
  private static boolean neverStored(Bytes producer, Draft draft) {
    return !draft.image().head().producersForgotten()
        || !draft.pending().anyStored(Keys.identitiesOf(producer));
  }

  /** Notes a stored message's sequence as its producer's last. */
  static void advance(Optional<MessageIdentity> identity, Draft draft) {
    if (identity.isEmpty()) {
      return;
    }
    Bytes producer = identity.get().producer();
    long sequence = identity.get().sequence();
    Optional<ProducerRecord> known = draft.image().producer(producer);
    boolean complete =
        known.map(ProducerRecord::complete).orElseGet(() -> neverStored(producer, draft));
    long last = known.map(ProducerRecord::lastSequence).orElse(-1L);
    draft.producerSequence(producer, sequence);
    long highest = Math.max(last, draft.producerSequence(producer));
    draft.add(new ProducerAdvanced(producer, highest, complete));
  }

  /** The identity, unless another message has it in {@code target}: then the moved one loses it. */
  static Optional<MessageIdentity> freeIn(
      Optional<MessageIdentity> identity, DestinationImage target, Draft draft) {
    return identity.filter(id -> locate(id, target, draft).isEmpty());
  }

  private static Optional<Position> locate(
      MessageIdentity identity, DestinationImage destination, Draft draft) {
    byte[] key = Keys.identity(identity, destination.id());
    return draft
        .get(key)
        .map(stored -> IdentityRecord.fromBytes(key, stored))
        .map(place -> new Position(destination.id(), place.lane(), place.sequence()))
        .filter(place -> place.sequence() >= destination.low(place.lane()));
  }
}
