package io.levee.leveldb;

import io.levee.leveldb.change.BranchImage;
import io.levee.leveldb.change.DestinationImage;
import io.levee.leveldb.change.Image;
import io.levee.leveldb.change.SubscriptionImage;
import io.levee.leveldb.key.CountersRecord;
import io.levee.leveldb.key.SubscriptionRecord;
import io.levee.store.BranchId;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.DestinationOptions;
import io.levee.store.Position;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import io.levee.store.SubscriptionInfo;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The committed state that readers see, published by the committing thread after each write: where
 * every scan may start and must end. The image itself runs ahead and is not for readers.
 */
final class Visible {

  /** A destination as of its last committed change. */
  record DestinationView(
      Destination destination,
      int id,
      DestinationOptions options,
      CountersRecord counters,
      long sweepGeneration) {

    DestinationInfo toInfo(Holds.Total held) {
      return new DestinationInfo(
          destination,
          id,
          options,
          counters.count(),
          counters.bytes(),
          held.count(),
          held.bytes(),
          counters.lastSequence());
    }

    /** Whether a message can be live at a position: it lies between the watermarks of its lane. */
    boolean holds(Position position) {
      if (position.destinationId() != id || position.lane() >= counters.lanes().size()) {
        return false;
      }
      CountersRecord.Lane lane = counters.lanes().get(position.lane());
      return position.sequence() >= lane.low() && position.sequence() <= lane.tail();
    }

    boolean waitsForErasing() {
      return counters.removed()
          || counters.lanes().stream().anyMatch(lane -> lane.eraseFrom() != 0);
    }
  }

  /** A subscription as of its last committed change. */
  record SubscriptionView(
      SubscriptionImage image, SubscriptionRecord record, long heldCount, long heldBytes) {

    SubscriptionView(SubscriptionImage image) {
      this(image, image.toRecord(), image.heldCount(), image.heldBytes());
    }

    SubscriptionInfo toInfo(DestinationView topic) {
      return new SubscriptionInfo(
          topic.destination(),
          record.name(),
          record.data(),
          topic.counters().addedCount() - record.settledCount(),
          topic.counters().addedBytes() - record.settledBytes(),
          heldCount,
          heldBytes,
          record.settledThrough());
    }
  }

  private final Map<Integer, DestinationView> byId = new ConcurrentHashMap<>();
  private final NavigableMap<Destination, DestinationView> byName = new ConcurrentSkipListMap<>();
  private final Map<Integer, DestinationView> waitingForErasing = new ConcurrentHashMap<>();
  private final Map<Integer, NavigableMap<Bytes, SubscriptionView>> subscriptions =
      new ConcurrentHashMap<>();
  private final NavigableMap<Long, BranchImage> branches = new ConcurrentSkipListMap<>();
  private final Map<BranchId, BranchImage> branchesById = new ConcurrentHashMap<>();
  private final Holds holds = new Holds();

  /** Shows readers what a written batch changed. */
  void publish(Image.Touched touched) {
    // Before the topics: who sees that a sweep is due does not see the subscription that went.
    for (SubscriptionImage image : touched.removedSubscriptions()) {
      if (touched.subscriptions().stream().anyMatch(image::hasNameOf)) {
        continue; // it is replaced below, so that nobody finds neither
      }
      ofTopic(image.topicId())
          .computeIfPresent(image.name(), (name, view) -> view.image() == image ? null : view);
    }
    for (DestinationImage image : touched.destinations()) {
      publish(
          new DestinationView(
              image.destination(),
              image.id(),
              image.options(),
              image.toRecord(),
              image.sweepGeneration()));
    }
    for (int id : touched.forgottenDestinations()) {
      waitingForErasing.remove(id);
    }
    // After the topics: what waits for a subscription is never seen as less than nothing.
    for (SubscriptionImage image : touched.subscriptions()) {
      ofTopic(image.topicId()).put(image.name(), new SubscriptionView(image));
    }
    // Last: what a branch took is gone before it is released.
    touched.branches().forEach(this::publish);
  }

  private void publish(long number, Optional<BranchImage> branch) {
    BranchImage before = branches.get(number);
    if (before != null) {
      before.heldInPlace().forEach(held -> holds.remove(held.position(), held.bytes()));
      branches.remove(number);
      branchesById.remove(before.record().id());
    }
    branch.ifPresent(
        now -> {
          now.heldInPlace().forEach(held -> holds.add(held.position(), held.bytes()));
          branches.put(number, now);
          branchesById.put(now.record().id(), now);
        });
  }

  private void publish(DestinationView view) {
    if (view.counters().removed()) {
      byId.remove(view.id());
      byName.computeIfPresent(
          view.destination(), (name, current) -> current.id() == view.id() ? null : current);
      subscriptions.remove(view.id());
    } else {
      byId.put(view.id(), view);
      byName.put(view.destination(), view);
    }
    if (view.waitsForErasing()) {
      waitingForErasing.put(view.id(), view);
    } else {
      waitingForErasing.remove(view.id());
    }
  }

  private NavigableMap<Bytes, SubscriptionView> ofTopic(int topicId) {
    return subscriptions.computeIfAbsent(topicId, id -> new ConcurrentSkipListMap<>());
  }

  /** What prepared branches hold. */
  Holds holds() {
    return holds;
  }

  Optional<BranchImage> branch(BranchId id) {
    return Optional.ofNullable(branchesById.get(id));
  }

  /** The branches behind a number, in the order of their prepares. */
  Collection<BranchImage> branchesAfter(long number) {
    return branches.tailMap(number, false).values();
  }

  DestinationInfo info(DestinationView view) {
    return view.toInfo(holds.total(view.id()));
  }

  Optional<DestinationView> find(Destination destination) {
    return Optional.ofNullable(byName.get(destination));
  }

  /** The declared destination, or a refusal that names it. */
  DestinationView require(Destination destination) {
    return find(destination)
        .orElseThrow(
            () ->
                new StoreException(
                    Code.UNKNOWN_DESTINATION, destination + " is not declared. Declare it first."));
  }

  Optional<DestinationView> find(int id) {
    return Optional.ofNullable(byId.get(id));
  }

  Collection<DestinationView> destinations() {
    return byName.values();
  }

  List<DestinationView> waitingForErasing() {
    return List.copyOf(waitingForErasing.values());
  }

  Optional<SubscriptionView> subscription(int topicId, Bytes name) {
    NavigableMap<Bytes, SubscriptionView> ofTopic = subscriptions.get(topicId);
    return ofTopic == null ? Optional.empty() : Optional.ofNullable(ofTopic.get(name));
  }

  Collection<SubscriptionView> subscriptions(int topicId) {
    NavigableMap<Bytes, SubscriptionView> ofTopic = subscriptions.get(topicId);
    return ofTopic == null ? List.of() : ofTopic.values();
  }
}
