package io.levee.activemq;

import io.levee.store.BranchId;
import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Content;
import io.levee.store.Destination;
import io.levee.store.DtxStore.Vote;
import io.levee.store.MessageStore;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Category;
import io.levee.store.StoreTransaction;
import io.levee.store.StoreTransaction.OnDuplicate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Additions and removals that become visible together, and who has to hear of the additions before
 * anybody can read them. A JMS transaction is one; so is a single send or acknowledgement.
 */
final class BrokerTransaction {

  private record Addition(int operation, Consumer<Receipt.Outcome> announcement) {}

  private final StoreTransaction operations;
  private final List<Addition> additions = new ArrayList<>();
  private final List<Content> bodies = new ArrayList<>();
  private final Set<DurableAck> durableAcks = new HashSet<>();

  BrokerTransaction(StoreTransaction operations) {
    this.operations = operations;
  }

  /**
   * Adds a message at commit.
   *
   * @param announcement called on the store's committing thread, in the order of the commits
   */
  synchronized void add(
      Destination destination,
      io.levee.store.Message message,
      Consumer<Receipt.Outcome> announcement) {
    additions.add(new Addition(operations.size(), announcement));
    if (message.body() instanceof Content streamed) {
      bodies.add(streamed);
    }
    operations.enqueue(destination, message, OnDuplicate.KEEP_STORED);
  }

  synchronized void remove(Position position) {
    operations.acknowledge(position);
  }

  synchronized void settle(Destination topic, Bytes subscription, long sequence) {
    operations.settle(topic, subscription, sequence);
  }

  /** Notes whose acknowledgement a settlement was. */
  synchronized void note(DurableAck ack) {
    durableAcks.add(ack);
  }

  synchronized Set<DurableAck> durableAcks() {
    return Set.copyOf(durableAcks);
  }

  synchronized void updateHeader(Position position, Bytes header) {
    operations.updateHeader(position, header);
  }

  synchronized void commit(MessageStore store, CommitDurability durability) {
    if (operations.size() == 0) {
      return;
    }
    operations.beforeVisible(this::announce);
    discardingWhenRefused(store, () -> operations.commit(durability));
  }

  /**
   * Promises all of it as the branch {@code id}, which is committed by the store from then on.
   *
   * @return whether there is anything to commit
   */
  synchronized boolean prepare(MessageStore store, BranchId id) {
    return operations.size() > 0
        && discardingWhenRefused(store, () -> store.dtx().prepare(id, operations)) == Vote.PREPARED;
  }

  private <T> T discardingWhenRefused(MessageStore store, Supplier<T> end) {
    try {
      return end.get();
    } catch (StoreException e) {
      if (e.category() != Category.FATAL) {
        discardBodies(store);
      }
      throw e;
    }
  }

  /** Gives up large bodies that were streamed into the store for messages that do not come. */
  synchronized void discardBodies(MessageStore store) {
    bodies.forEach(store::discard);
    bodies.clear();
  }

  /** Tells everybody who has to hear of it what became of the additions. */
  void announce(Receipt receipt) {
    for (Addition addition : additions) {
      addition.announcement().accept(receipt.outcomes().get(addition.operation()));
    }
  }
}
