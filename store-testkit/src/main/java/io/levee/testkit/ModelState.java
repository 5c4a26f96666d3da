package io.levee.testkit;

import static io.levee.store.StoreException.Code.BRANCH_IN_DOUBT;
import static io.levee.store.StoreException.Code.MESSAGE_HELD;
import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;

import io.levee.store.BranchId;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Position;
import io.levee.store.StoreException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Everything the model holds at one commit. A commit alters a copy, which then takes the place of
 * the state before: so a refusal in the middle leaves nothing behind, and readers need no lock.
 */
final class ModelState {

  final TreeMap<Destination, ModelDestination> destinations = new TreeMap<>();
  final Map<Bytes, Long> lastProducerSequences = new HashMap<>();

  /** Streamed payloads that no message took so far. */
  final Map<Long, Bytes> contents = new HashMap<>();

  /** Branches in the order of their prepares. */
  final TreeMap<Long, ModelBranch> branches = new TreeMap<>();

  long lastBranchNumber;
  int lastDestinationId;
  long commitNumber;

  ModelState copy() {
    ModelState copy = new ModelState();
    destinations.forEach((name, destination) -> copy.destinations.put(name, destination.copy()));
    copy.lastProducerSequences.putAll(lastProducerSequences);
    copy.contents.putAll(contents);
    copy.branches.putAll(branches);
    copy.lastBranchNumber = lastBranchNumber;
    copy.lastDestinationId = lastDestinationId;
    copy.commitNumber = commitNumber;
    return copy;
  }

  Optional<ModelDestination> find(Destination destination) {
    return Optional.ofNullable(destinations.get(destination));
  }

  ModelDestination require(Destination destination) {
    return find(destination)
        .orElseThrow(() -> new StoreException(UNKNOWN_DESTINATION, destination.toString()));
  }

  Optional<ModelDestination> holder(Position position) {
    return destinations.values().stream()
        .filter(destination -> destination.id == position.destinationId())
        .findFirst();
  }

  Optional<ModelBranch> find(BranchId id) {
    return branches.values().stream().filter(branch -> branch.id().equals(id)).findFirst();
  }

  private Stream<ModelPromise> promises() {
    return branches.values().stream().flatMap(branch -> branch.promises().values().stream());
  }

  boolean isHeld(Position position) {
    return promises().anyMatch(promise -> promise.holds(position));
  }

  /** What is held of a destination for everybody. */
  Stream<ModelMessage> held(ModelDestination destination) {
    return destination.messages.values().stream().filter(message -> isHeld(message.position()));
  }

  boolean isHeld(Destination topic, Bytes subscription, long sequence) {
    return promises().anyMatch(promise -> promise.holds(topic, subscription, sequence));
  }

  void requireFree(Position position) {
    if (isHeld(position)) {
      throw new StoreException(MESSAGE_HELD, position.toString());
    }
  }

  void requireFree(Destination topic, Bytes subscription, long sequence) {
    if (isHeld(topic, subscription, sequence)) {
      throw new StoreException(MESSAGE_HELD, topic + " " + sequence);
    }
  }

  /** Refuses to let a destination go that a branch needs. */
  void requireNoBranch(Destination destination) {
    if (promises().anyMatch(promise -> promise.needs(destination))) {
      throw new StoreException(BRANCH_IN_DOUBT, destination.toString());
    }
  }

  Optional<ModelMessage> find(Position position) {
    return holder(position).flatMap(destination -> destination.find(position));
  }
}
