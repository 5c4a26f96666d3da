package io.levee.activemq;

import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Content;
import io.levee.store.Destination;
import io.levee.store.MessageStore;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Category;
import io.levee.store.StoreTransaction;
import io.levee.store.StoreTransaction.OnDuplicate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Additions and removals that become visible together, and who has to hear of the additions before
 * anybody can read them. A JMS transaction is one; so is a single send or acknowledgement.
 */
final class BrokerTransaction {

  private record Addition(int operation, Consumer<Receipt.Outcome> announcement) {}

  private final StoreTransaction operations;
  private final List<Addition> additions = new ArrayList<>();
  private final List<Content> bodies = new ArrayList<>();

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

  synchronized void updateHeader(Position position, Bytes header) {
    operations.updateHeader(position, header);
  }

  synchronized void commit(MessageStore store, CommitDurability durability) {
    if (operations.size() == 0) {
      return;
    }
    operations.beforeVisible(this::announce);
    try {
      operations.commit(durability);
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

  private void announce(Receipt receipt) {
    for (Addition addition : additions) {
      addition.announcement().accept(receipt.outcomes().get(addition.operation()));
    }
  }
}
