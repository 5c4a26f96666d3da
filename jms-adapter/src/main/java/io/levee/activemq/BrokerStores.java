package io.levee.activemq;

import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.DestinationOptions;
import io.levee.store.MessageStore;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.command.ProducerId;

/**
 * The broker's view of one opening of the store: a store for each destination, the same however
 * often it is asked for, and the figures of the whole.
 */
final class BrokerStores implements AutoCloseable {

  private final StoreSession session;
  private final Map<Destination, DestinationStore> stores = new HashMap<>();

  BrokerStores(StoreGate gate, InDoubt inDoubt) {
    session = StoreSession.over(gate, inDoubt);
  }

  synchronized QueueStoreAdapter queue(ActiveMQQueue queue) throws IOException {
    Destination place = Destination.queue(queue.getPhysicalName());
    QueueStoreAdapter known = (QueueStoreAdapter) stores.get(place);
    if (known != null) {
      return known;
    }
    DestinationInfo declared = declare(place, QueueStoreAdapter.OPTIONS);
    QueueStoreAdapter created = new QueueStoreAdapter(queue, declared, session);
    stores.put(place, created);
    return created;
  }

  synchronized TopicStoreAdapter topic(ActiveMQTopic topic) throws IOException {
    Destination place = Destination.topic(topic.getPhysicalName());
    TopicStoreAdapter known = (TopicStoreAdapter) stores.get(place);
    if (known != null) {
      return known;
    }
    DestinationInfo declared = declare(place, TopicStoreAdapter.OPTIONS);
    TopicStoreAdapter created = new TopicStoreAdapter(topic, declared, session);
    stores.put(place, created);
    return created;
  }

  /** Writes nothing for a destination that is there, so that a broker starts on a full disk too. */
  private DestinationInfo declare(Destination place, DestinationOptions options)
      throws IOException {
    return session
        .gate()
        .ask(
            store ->
                store
                    .find(place)
                    .filter(known -> known.options().equals(options))
                    .orElseGet(() -> store.declare(place, options)));
  }

  /** Removes a destination with all that is stored for it, if it is there. */
  synchronized void remove(Destination place) throws IOException {
    session.gate().ask(store -> store.remove(place));
    DestinationStore removed = stores.remove(place);
    if (removed != null) {
      session.cursors().remove(removed.id());
    }
  }

  /** Removes all messages and keeps the destinations and subscriptions. */
  synchronized void purgeAll() throws IOException {
    for (DestinationInfo info : session.gate().ask(MessageStore::destinations)) {
      session.gate().ask(store -> store.purge(info.destination()));
    }
  }

  /** Everything stored that the broker has to know when it starts. */
  Set<ActiveMQDestination> destinations() throws IOException {
    Set<ActiveMQDestination> known = new HashSet<>();
    for (DestinationInfo info : session.gate().ask(MessageStore::destinations)) {
      String name = info.destination().name();
      switch (info.destination().kind()) {
        case QUEUE -> known.add(new ActiveMQQueue(name));
        case TOPIC -> known.add(new ActiveMQTopic(name));
        case DEAD_LETTER_CHANNEL -> {
          // Made by applications on the store itself; the broker's own are queues.
        }
      }
    }
    return known;
  }

  StoreGate gate() {
    return session.gate();
  }

  TransactionStoreAdapter transactions() {
    return session.transactions();
  }

  /** The last sequence of a producer that was stored; or -1. */
  long lastProducerSequence(ProducerId id) throws IOException {
    return session
        .gate()
        .ask(store -> store.lastProducerSequence(JmsMessages.producer(id)))
        .orElse(-1);
  }

  void flush() throws IOException {
    session.gate().tell(MessageStore::flush);
  }

  long diskBytes() {
    return session.gate().diskBytes();
  }

  @Override
  public void close() {
    session.gate().close();
  }
}
