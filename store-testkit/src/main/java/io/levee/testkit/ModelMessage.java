package io.levee.testkit;

import io.levee.store.Bytes;
import io.levee.store.DeadLetter;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.StoredMessage;
import java.util.Optional;

/** A stored message of the model, with its whole body and, in a channel, its origin. */
record ModelMessage(
    Position position,
    Bytes header,
    Bytes body,
    Optional<MessageIdentity> identity,
    long expiresAtMillis,
    long storedAtMillis,
    int redeliveries,
    Optional<ModelOrigin> origin) {

  long countedBytes() {
    return (long) header.size() + body.size();
  }

  boolean isExpired(long nowMillis) {
    return expiresAtMillis != 0 && expiresAtMillis <= nowMillis;
  }

  ModelMessage withHeader(Bytes newHeader) {
    return new ModelMessage(
        position, newHeader, body, identity, expiresAtMillis, storedAtMillis, redeliveries, origin);
  }

  ModelMessage redelivered() {
    return new ModelMessage(
        position,
        header,
        body,
        identity,
        expiresAtMillis,
        storedAtMillis,
        redeliveries + 1,
        origin);
  }

  /** The same in another place, with or without what is of no use there. */
  ModelMessage at(Position newPosition, boolean keepIdentity, boolean keepOrigin) {
    return new ModelMessage(
        newPosition,
        header,
        body,
        identity.filter(any -> keepIdentity),
        expiresAtMillis,
        storedAtMillis,
        redeliveries,
        origin.filter(any -> keepOrigin));
  }

  ModelMessage from(ModelOrigin newOrigin) {
    return new ModelMessage(
        position, header, body, identity, 0, storedAtMillis, redeliveries, Optional.of(newOrigin));
  }

  /** Without expiry, and as if it had never been delivered. */
  ModelMessage fresh() {
    return new ModelMessage(position, header, body, identity, 0, storedAtMillis, 0, origin);
  }

  StoredMessage stored(StoreLimits limits) {
    return new StoredMessage(
        position,
        header,
        Optional.of(body).filter(bytes -> bytes.size() <= limits.inlineBodyBytes()),
        body.size(),
        identity,
        expiresAtMillis,
        storedAtMillis,
        redeliveries);
  }

  DeadLetter deadLetter(StoreLimits limits) {
    ModelOrigin from = origin.orElseThrow();
    return new DeadLetter(
        stored(limits),
        from.destination(),
        from.sequence(),
        from.reason(),
        from.atMillis(),
        from.redeliveries());
  }
}
