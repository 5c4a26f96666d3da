package io.levee.testkit;

import static io.levee.store.StoreException.Code.DUPLICATE_ID;
import static io.levee.store.StoreException.Code.NOT_IN_BRANCH;
import static io.levee.store.StoreException.Code.WRONG_KIND;

import io.levee.store.BranchOperation;
import io.levee.store.BranchOperation.Kind;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.Receipt.Outcome;
import io.levee.store.StoreTransaction.OnDuplicate;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** One prepare of the model under way: what is promised, and why it cannot be. */
final class ModelPrepare {

  private record Identified(Destination destination, MessageIdentity identity) {}

  private final ModelState state;
  private final ModelCommit checks;
  private final TreeMap<Integer, ModelPromise> promises = new TreeMap<>();
  private final Set<Identified> identities = new HashSet<>();
  private int ordinal;

  ModelPrepare(ModelState state, ModelCommit checks) {
    this.state = state;
    this.checks = checks;
  }

  /** What is promised so far, by ordinal. */
  SortedMap<Integer, ModelPromise> promises() {
    return promises;
  }

  /** The next operation begins. */
  void next() {
    ordinal++;
  }

  void enqueue(Destination name, Message message, OnDuplicate onDuplicate) {
    ModelDestination destination = checks.checkEnqueue(name, message);
    boolean first =
        message.identity().map(id -> identities.add(new Identified(name, id))).orElse(true);
    boolean stored = message.identity().flatMap(destination::find).isPresent();
    if (stored || !first) {
      ModelCommit.refuseUnless(onDuplicate == OnDuplicate.KEEP_STORED, DUPLICATE_ID, message);
      checks.giveUp(message.body());
      return;
    }
    Bytes body = checks.take(message.body());
    promise(
        new BranchOperation(
            ordinal,
            Kind.ENQUEUE,
            name,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(message.header()),
            message.header().size() + body.size()),
        commit -> commit.enqueuePrepared(name, message, body));
  }

  void checkTarget(Destination target) {
    ModelCommit.refuseUnless(
        target.kind() != Destination.Kind.DEAD_LETTER_CHANNEL, WRONG_KIND, target);
    state.require(target);
  }

  void checkChannel(Destination channel) {
    state.require(channel);
  }

  void hold(
      Kind kind,
      Position position,
      Optional<Destination> target,
      Function<ModelCommit, Outcome> keeping) {
    Optional<ModelMessage> found = state.find(position);
    if (found.isEmpty() || promises.values().stream().anyMatch(p -> p.holds(position))) {
      return;
    }
    Destination place = state.holder(position).orElseThrow().destination;
    ModelCommit.refuseUnless(place.kind() != Destination.Kind.TOPIC, WRONG_KIND, position);
    state.requireFree(position);
    promise(
        new BranchOperation(
            ordinal,
            kind,
            place,
            Optional.of(position),
            Optional.empty(),
            target,
            Optional.empty(),
            found.get().countedBytes()),
        keeping);
  }

  void restore(Position position, Optional<Destination> target) {
    state
        .find(position)
        .ifPresent(
            message -> {
              Destination place = checks.restoreTarget(message, target).destination;
              hold(
                  Kind.RESTORE,
                  position,
                  Optional.of(place),
                  commit -> commit.restoreHeld(position, place));
            });
  }

  void settle(Destination name, Bytes subscription, long sequence) {
    ModelCommit.refuseUnless(name.kind() == Destination.Kind.TOPIC, WRONG_KIND, name);
    ModelDestination topic = state.require(name);
    ModelSubscription settling = topic.subscriptions.get(subscription);
    Optional<ModelMessage> waiting =
        Optional.ofNullable(topic.messages.get(sequence))
            .filter(message -> settling != null && settling.waitsFor(sequence));
    boolean taken =
        promises.values().stream()
            .anyMatch(
                each ->
                    each.holds(name, subscription, sequence)
                        || (waiting.isPresent() && each.holds(waiting.get().position())));
    if (waiting.isEmpty() || taken) {
      return;
    }
    state.requireFree(waiting.get().position());
    state.requireFree(name, subscription, sequence);
    promise(
        new BranchOperation(
            ordinal,
            Kind.SETTLE,
            name,
            Optional.of(waiting.get().position()),
            Optional.of(subscription),
            Optional.empty(),
            Optional.empty(),
            waiting.get().countedBytes()),
        commit -> commit.settleHeld(name, subscription, sequence));
  }

  void refuse(String operation) {
    ModelCommit.refuseUnless(false, NOT_IN_BRANCH, operation);
  }

  private void promise(BranchOperation operation, Function<ModelCommit, Outcome> keeping) {
    promises.put(ordinal, new ModelPromise(operation, keeping));
  }
}
