package io.levee.testkit;

import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.SubscriptionInfo;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A destination of the model: its messages by sequence, its subscriptions by name. */
final class ModelDestination {

  final Destination destination;
  final int id;
  final DestinationOptions options;
  final TreeMap<Long, ModelMessage> messages = new TreeMap<>();
  final TreeMap<Bytes, ModelSubscription> subscriptions = new TreeMap<>();
  Optional<Message> retained = Optional.empty();
  long lastSequence;

  ModelDestination(Destination destination, int id, DestinationOptions options) {
    this.destination = destination;
    this.id = id;
    this.options = options;
  }

  ModelDestination copy() {
    ModelDestination copy = new ModelDestination(destination, id, options);
    copy.messages.putAll(messages);
    copy.subscriptions.putAll(subscriptions);
    copy.retained = retained;
    copy.lastSequence = lastSequence;
    return copy;
  }

  boolean isTopic() {
    return destination.kind() == Destination.Kind.TOPIC;
  }

  boolean isChannel() {
    return destination.kind() == Destination.Kind.DEAD_LETTER_CHANNEL;
  }

  Position nextPosition(int lane) {
    lastSequence++;
    return new Position(id, lane, lastSequence);
  }

  Optional<ModelMessage> find(Position position) {
    return Optional.ofNullable(messages.get(position.sequence()))
        .filter(message -> message.position().equals(position));
  }

  Optional<ModelMessage> find(MessageIdentity identity) {
    return messages.values().stream()
        .filter(message -> message.identity().equals(Optional.of(identity)))
        .findFirst();
  }

  /** What the subscription called {@code name} has not settled; nothing when there is none. */
  Stream<ModelMessage> pending(Bytes name) {
    ModelSubscription subscription = subscriptions.get(name);
    return messages.values().stream()
        .filter(m -> subscription != null && subscription.waitsFor(m.position().sequence()));
  }

  boolean isWaitedFor(long sequence) {
    return subscriptions.values().stream().anyMatch(each -> each.waitsFor(sequence));
  }

  /** Puts a subscription in place of any of its name, and lets go what none waits for. */
  void begin(Bytes name, ModelSubscription subscription) {
    subscriptions.put(name, subscription);
    messages.keySet().removeIf(sequence -> !isWaitedFor(sequence));
  }

  /** Ends a subscription, and lets go what no other one waits for. */
  void endSubscription(Bytes name) {
    subscriptions.remove(name);
    messages.keySet().removeIf(sequence -> !isWaitedFor(sequence));
  }

  DestinationInfo info(ModelState state) {
    List<ModelMessage> held = state.held(this).toList();
    return new DestinationInfo(
        destination,
        id,
        options,
        messages.size(),
        bytes(messages.values()),
        held.size(),
        bytes(held),
        lastSequence);
  }

  private static long bytes(Collection<ModelMessage> some) {
    return some.stream().mapToLong(ModelMessage::countedBytes).sum();
  }

  SubscriptionInfo info(Bytes name, ModelState state) {
    List<ModelMessage> pending = pending(name).toList();
    List<ModelMessage> held =
        pending.stream()
            .filter(message -> state.isHeld(destination, name, message.position().sequence()))
            .toList();
    long settledThrough =
        pending.isEmpty() ? lastSequence : pending.get(0).position().sequence() - 1;
    return new SubscriptionInfo(
        destination,
        name,
        subscriptions.get(name).data(),
        pending.size(),
        bytes(pending),
        held.size(),
        bytes(held),
        settledThrough);
  }

  /** What a page of a subscription shows. */
  Stream<ModelMessage> shown(Bytes name, ModelState state) {
    return pending(name)
        .filter(
            message ->
                !state.isHeld(message.position())
                    && !state.isHeld(destination, name, message.position().sequence()));
  }
}
