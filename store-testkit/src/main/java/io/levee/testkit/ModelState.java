package io.levee.testkit;

import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;

import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Position;
import io.levee.store.StoreException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything the model holds at one commit. A commit alters a copy, which then takes the place of
 * the state before: so a refusal in the middle leaves nothing behind, and readers need no lock.
 */
final class ModelState {

  final TreeMap<Destination, ModelDestination> destinations = new TreeMap<>();
  final Map<Bytes, Long> lastProducerSequences = new HashMap<>();

  /** Streamed payloads that no message took so far. */
  final Map<Long, Bytes> contents = new HashMap<>();

  int lastDestinationId;
  long commitNumber;

  ModelState copy() {
    ModelState copy = new ModelState();
    destinations.forEach((name, destination) -> copy.destinations.put(name, destination.copy()));
    copy.lastProducerSequences.putAll(lastProducerSequences);
    copy.contents.putAll(contents);
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

  Optional<ModelMessage> find(Position position) {
    return holder(position).flatMap(destination -> destination.find(position));
  }
}
