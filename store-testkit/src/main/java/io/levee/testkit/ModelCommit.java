package io.levee.testkit;

import static io.levee.store.StoreException.Code.ALREADY_EXPIRED;
import static io.levee.store.StoreException.Code.CONTENT_NOT_READY;
import static io.levee.store.StoreException.Code.DUPLICATE_ID;
import static io.levee.store.StoreException.Code.MESSAGE_TOO_LARGE;
import static io.levee.store.StoreException.Code.NAME_TOO_LONG;
import static io.levee.store.StoreException.Code.NO_ORIGIN;
import static io.levee.store.StoreException.Code.UNKNOWN_LANE;
import static io.levee.store.StoreException.Code.WRONG_KIND;

import io.levee.store.Bytes;
import io.levee.store.Content;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions.Expiry;
import io.levee.store.Message;
import io.levee.store.Position;
import io.levee.store.Receipt.Outcome;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreException;
import io.levee.store.StoreTransaction.OnDuplicate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** One commit of the model under way: what every operation does to a copy of the state. */
final class ModelCommit {

  private final ModelState state;
  private final StoreLimits limits;
  private final long nowMillis;

  ModelCommit(ModelState state, StoreLimits limits, long nowMillis) {
    this.state = state;
    this.limits = limits;
    this.nowMillis = nowMillis;
  }

  Outcome enqueue(Destination name, Message message, OnDuplicate onDuplicate) {
    ModelDestination destination = checkEnqueue(name, message);
    Optional<ModelMessage> stored = message.identity().flatMap(destination::find);
    if (stored.isPresent()) {
      refuseUnless(onDuplicate == OnDuplicate.KEEP_STORED, DUPLICATE_ID, message);
      giveUp(message.body());
      return new Outcome(Status.DUPLICATE, Optional.of(stored.get().position()));
    }
    return store(destination, message, take(message.body()));
  }

  /** A prepared message is stored; one of its identity may have been stored meanwhile. */
  Outcome enqueuePrepared(Destination name, Message message, Bytes body) {
    ModelDestination destination = state.require(name);
    Optional<ModelMessage> stored = message.identity().flatMap(destination::find);
    return stored.isPresent()
        ? new Outcome(Status.DUPLICATE, Optional.of(stored.get().position()))
        : store(destination, message, body);
  }

  /** Refuses what the destination does not take. */
  ModelDestination checkEnqueue(Destination name, Message message) {
    ModelDestination destination = state.require(name);
    refuseUnless(!destination.isChannel(), WRONG_KIND, name);
    refuseUnless(message.lane() < destination.options.lanes(), UNKNOWN_LANE, message);
    refuseUnless(fits(message.header()), MESSAGE_TOO_LARGE, message);
    refuseUnless(message.body().size() <= limits.maxBodyBytes(), MESSAGE_TOO_LARGE, message);
    boolean named =
        message
            .identity()
            .filter(identity -> identity.producer().size() > limits.maxNameBytes())
            .isEmpty();
    refuseUnless(named, NAME_TOO_LONG, message);
    refuseUnless(!isTooLate(destination, message), ALREADY_EXPIRED, message);
    return destination;
  }

  private Outcome store(ModelDestination destination, Message message, Bytes body) {
    message
        .identity()
        .ifPresent(
            identity ->
                state.lastProducerSequences.merge(
                    identity.producer(), identity.sequence(), Math::max));
    ModelMessage added =
        new ModelMessage(
            destination.nextPosition(message.lane()),
            message.header(),
            body,
            message.identity(),
            message.expiresAtMillis(),
            nowMillis,
            0,
            Optional.empty());
    return add(destination, added);
  }

  Outcome acknowledge(Position position) {
    requireFreeIfThere(position);
    return acknowledgeHeld(position);
  }

  private void requireFreeIfThere(Position position) {
    if (state.find(position).isPresent()) {
      state.requireFree(position);
    }
  }

  Outcome acknowledgeHeld(Position position) {
    Optional<ModelMessage> taken = take(position);
    return outcome(taken.isPresent(), position);
  }

  Outcome move(Position position, Destination name) {
    ModelDestination target = state.require(name);
    refuseUnless(!target.isChannel(), WRONG_KIND, name);
    requireFreeIfThere(position);
    return moveHeld(position, name);
  }

  Outcome moveHeld(Position position, Destination name) {
    ModelDestination target = state.require(name);
    return relocate(position, message -> target, (from, message) -> message);
  }

  Outcome deadLetter(Position position, String channel, String reason) {
    state.require(Destination.deadLetterChannel(channel));
    requireFreeIfThere(position);
    return deadLetterHeld(position, channel, reason);
  }

  Outcome deadLetterHeld(Position position, String channel, String reason) {
    ModelDestination target = state.require(Destination.deadLetterChannel(channel));
    return relocate(
        position,
        message -> target,
        (from, message) -> {
          Destination origin = message.origin().map(ModelOrigin::destination).orElse(from);
          long sequence = message.origin().map(ModelOrigin::sequence).orElse(position.sequence());
          return message.from(
              new ModelOrigin(origin, sequence, reason, nowMillis, message.redeliveries()));
        });
  }

  Outcome restore(Position position, Optional<Destination> target) {
    requireFreeIfThere(position);
    return relocate(
        position, message -> restoreTarget(message, target), (from, message) -> message.fresh());
  }

  /** Where a dead letter goes back to. */
  ModelDestination restoreTarget(ModelMessage message, Optional<Destination> target) {
    return target.map(this::restorable).orElseGet(() -> originOf(message));
  }

  Outcome restoreHeld(Position position, Destination place) {
    return relocate(position, message -> state.require(place), (from, message) -> message.fresh());
  }

  Outcome recordRedelivery(Position position) {
    return replace(position, ModelMessage::redelivered);
  }

  Outcome updateHeader(Position position, Bytes header) {
    boolean fits = state.find(position).isEmpty() || fits(header);
    requireFreeIfThere(position);
    refuseUnless(fits, MESSAGE_TOO_LARGE, position);
    return replace(position, message -> message.withHeader(header));
  }

  Outcome retain(Destination name, Message message) {
    ModelDestination destination = state.require(name);
    long size = message.header().size() + message.body().size();
    boolean readable = message.body() instanceof Message.Inline;
    refuseUnless(readable && size <= limits.maxRetainedBytes(), MESSAGE_TOO_LARGE, message);
    destination.retained = Optional.of(message);
    return new Outcome(Status.APPLIED, Optional.empty());
  }

  Outcome clearRetained(Destination name) {
    ModelDestination destination = state.require(name);
    boolean there = destination.retained.isPresent();
    destination.retained = Optional.empty();
    return new Outcome(there ? Status.APPLIED : Status.ABSENT, Optional.empty());
  }

  Outcome settle(Destination name, Bytes subscription, long sequence) {
    refuseUnless(name.kind() == Destination.Kind.TOPIC, WRONG_KIND, name);
    ModelDestination topic = state.require(name);
    ModelSubscription settling = topic.subscriptions.get(subscription);
    boolean pending =
        settling != null
            && topic.pending(subscription).anyMatch(m -> m.position().sequence() == sequence);
    if (pending) {
      state.requireFree(topic.messages.get(sequence).position());
      state.requireFree(name, subscription, sequence);
    }
    return settleHeld(name, subscription, sequence);
  }

  Outcome settleHeld(Destination name, Bytes subscription, long sequence) {
    ModelDestination topic = state.require(name);
    ModelSubscription settling = topic.subscriptions.get(subscription);
    boolean pending =
        topic.pending(subscription).anyMatch(m -> m.position().sequence() == sequence);
    if (pending) {
      topic.subscriptions.put(subscription, settling.settling(sequence));
      if (!topic.isWaitedFor(sequence)) {
        topic.messages.remove(sequence);
      }
    }
    return new Outcome(pending ? Status.APPLIED : Status.ABSENT, Optional.empty());
  }

  /** Discards or dead-letters at most {@code limit} messages; answers how many. */
  int expire(long atMillis, int limit) {
    List<Position> expired = expired(state, atMillis, limit);
    for (Position position : expired) {
      Optional<String> channel = state.holder(position).orElseThrow().options.deadLetterChannel();
      channel.ifPresentOrElse(
          name -> deadLetter(position, name, "expired"), () -> acknowledge(position));
    }
    return expired.size();
  }

  /** What may be removed because its time has come, the longest expired first. */
  static List<Position> expired(ModelState state, long atMillis, int limit) {
    return state.destinations.values().stream()
        .filter(destination -> destination.options.expiry() != Expiry.KEEP)
        .flatMap(destination -> destination.messages.values().stream())
        .filter(message -> message.isExpired(atMillis) && !state.isHeld(message.position()))
        .sorted(
            Comparator.comparingLong(ModelMessage::expiresAtMillis)
                .thenComparing(ModelMessage::position))
        .limit(limit)
        .map(ModelMessage::position)
        .toList();
  }

  private interface Alteration {
    ModelMessage of(Destination from, ModelMessage message);
  }

  private Outcome relocate(
      Position position, Function<ModelMessage, ModelDestination> to, Alteration alteration) {
    Optional<ModelMessage> found = state.find(position);
    if (found.isEmpty()) {
      return outcome(false, position);
    }
    ModelMessage message = found.get();
    ModelDestination target = to.apply(message);
    ModelDestination from = state.holder(position).orElseThrow();
    from.messages.remove(position.sequence());
    int lane = position.lane() < target.options.lanes() ? position.lane() : 0;
    boolean taken = message.identity().flatMap(target::find).isPresent();
    ModelMessage altered = alteration.of(from.destination, message);
    return add(target, altered.at(target.nextPosition(lane), !taken, target.isChannel()));
  }

  private static Outcome add(ModelDestination destination, ModelMessage message) {
    destination.messages.put(message.position().sequence(), message);
    return new Outcome(Status.APPLIED, Optional.of(message.position()));
  }

  private Outcome replace(Position position, Function<ModelMessage, ModelMessage> change) {
    Optional<ModelMessage> found = state.find(position);
    found.ifPresent(
        message ->
            state
                .holder(position)
                .orElseThrow()
                .messages
                .put(position.sequence(), change.apply(message)));
    return outcome(found.isPresent(), position);
  }

  private Optional<ModelMessage> take(Position position) {
    Optional<ModelMessage> found = state.find(position);
    found.ifPresent(
        message -> state.holder(position).orElseThrow().messages.remove(position.sequence()));
    return found;
  }

  void giveUp(Message.Body body) {
    if (body instanceof Content content) {
      state.contents.remove(content.contentId());
    }
  }

  Bytes take(Message.Body body) {
    if (body instanceof Message.Inline inline) {
      return inline.bytes();
    }
    Content content = (Content) body;
    Bytes bytes = state.contents.remove(content.contentId());
    refuseUnless(bytes != null && bytes.size() == content.size(), CONTENT_NOT_READY, content);
    return bytes;
  }

  private ModelDestination restorable(Destination target) {
    refuseUnless(target.kind() != Destination.Kind.DEAD_LETTER_CHANNEL, WRONG_KIND, target);
    return state.require(target);
  }

  private ModelDestination originOf(ModelMessage message) {
    return message
        .origin()
        .flatMap(origin -> state.find(origin.destination()))
        .orElseThrow(() -> new StoreException(NO_ORIGIN, message.position().toString()));
  }

  private boolean isTooLate(ModelDestination destination, Message message) {
    return destination.options.expiry() != Expiry.KEEP
        && message.expiresAtMillis() != 0
        && message.expiresAtMillis() <= nowMillis;
  }

  private boolean fits(Bytes header) {
    return header.size() <= limits.maxHeaderBytes();
  }

  private static Outcome outcome(boolean applied, Position position) {
    return new Outcome(applied ? Status.APPLIED : Status.ABSENT, Optional.of(position));
  }

  static void refuseUnless(boolean granted, StoreException.Code code, Object subject) {
    if (!granted) {
      throw new StoreException(code, String.valueOf(subject));
    }
  }
}
