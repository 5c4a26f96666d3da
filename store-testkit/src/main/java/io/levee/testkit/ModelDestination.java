package io.levee.testkit;

import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.SubscriptionInfo;
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

  DestinationInfo info() {
    long bytes = messages.values().stream().mapToLong(ModelMessage::countedBytes).sum();
    return new DestinationInfo(destination, id, options, messages.size(), bytes, lastSequence);
  }

  SubscriptionInfo info(Bytes name) {
    long settledThrough =
        pending(name)
            .mapToLong(message -> message.position().sequence() - 1)
            .findFirst()
            .orElse(lastSequence);
    return new SubscriptionInfo(
        destination,
        name,
        subscriptions.get(name).data(),
        pending(name).count(),
        pending(name).mapToLong(ModelMessage::countedBytes).sum(),
        settledThrough);
  }
}
