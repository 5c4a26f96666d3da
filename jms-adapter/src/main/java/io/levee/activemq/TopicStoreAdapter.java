package io.levee.activemq;

import io.levee.store.Bytes;
import io.levee.store.DestinationInfo;
import io.levee.store.DestinationOptions;
import io.levee.store.Position;
import io.levee.store.Subscriptions.Start;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageAck;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.command.SubscriptionInfo;
import org.apache.activemq.store.MessageRecoveryListener;
import org.apache.activemq.store.MessageStoreSubscriptionStatistics;
import org.apache.activemq.store.TopicMessageStore;
import org.apache.activemq.util.SubscriptionKey;

/**
 * The messages of one of the broker's topics, kept as long as one of its durable subscriptions
 * waits for them, and how far each subscription has read them.
 */
final class TopicStoreAdapter extends DestinationStore implements TopicMessageStore {

  /** The broker looks after expiry itself. */
  static final DestinationOptions OPTIONS = DestinationOptions.DEFAULT.keepingExpired();

  private static final int LANE = 0;

  private final JmsSubscriptions subscriptions = new JmsSubscriptions();
  private final Map<Bytes, SubscriptionCursor> cursors = new ConcurrentHashMap<>();

  TopicStoreAdapter(ActiveMQTopic topic, DestinationInfo declared, StoreSession session) {
    super(topic, declared, session);
  }

  @Override
  int laneOf(Message message) {
    return LANE;
  }

  /** Nobody waits: the broker dispatches a message to the subscriptions by itself. */
  @Override
  void added(ConnectionContext context, Message message, boolean duplicate) {}

  /** One that is there stays as it is; one that is there with another content starts anew. */
  @Override
  public void addSubscription(SubscriptionInfo subscription, boolean retroactive)
      throws IOException {
    Bytes name = JmsSubscriptions.name(subscription);
    Bytes data = subscriptions.toStored(subscription);
    Optional<io.levee.store.SubscriptionInfo> before = find(name);
    if (before.isPresent() && subscriptions.isSame(before.get().data(), data)) {
      return;
    }
    Start start = retroactive ? Start.AT_FIRST : Start.AFTER_LAST;
    gate().ask(store -> store.subscriptions().resubscribe(place(), name, data, start));
    cursors.remove(name);
  }

  @Override
  public void deleteSubscription(String clientId, String subscriptionName) throws IOException {
    Bytes name = JmsSubscriptions.name(clientId, subscriptionName);
    gate().ask(store -> store.subscriptions().unsubscribe(place(), name));
    cursors.remove(name);
  }

  @Override
  public SubscriptionInfo lookupSubscription(String clientId, String subscriptionName)
      throws IOException {
    Optional<io.levee.store.SubscriptionInfo> found =
        find(JmsSubscriptions.name(clientId, subscriptionName));
    return found.isEmpty() ? null : subscriptions.toJms(found.get().data());
  }

  @Override
  public SubscriptionInfo[] getAllSubscriptions() throws IOException {
    List<SubscriptionInfo> all = new ArrayList<>();
    for (io.levee.store.SubscriptionInfo stored :
        gate().ask(store -> store.subscriptions().list(place()))) {
      all.add(subscriptions.toJms(stored.data()));
    }
    return all.toArray(SubscriptionInfo[]::new);
  }

  @Override
  public void acknowledge(
      ConnectionContext context,
      String clientId,
      String subscriptionName,
      MessageId id,
      MessageAck ack)
      throws IOException {
    Bytes name = JmsSubscriptions.name(clientId, subscriptionName);
    Optional<Position> position = locate(id);
    // A settlement on a topic that is gone would refuse the whole transaction.
    if (position.isPresent() && find(name).isPresent()) {
      session()
          .transactions()
          .perform(
              ack == null ? null : ack.getTransactionId(),
              durability(ack != null && ack.isResponseRequired()),
              tx -> {
                tx.settle(place(), name, position.get().sequence());
                if (ack != null && ack.isInTransaction()) {
                  SubscriptionKey key = new SubscriptionKey(clientId, subscriptionName);
                  tx.note(new DurableAck(getDestination(), key, ack.getConsumerId()));
                }
              });
    }
  }

  @Override
  public int getMessageCount(String clientId, String subscriptionName) throws IOException {
    return find(JmsSubscriptions.name(clientId, subscriptionName))
        .map(found -> asInt(found.pendingCount() - found.heldCount()))
        .orElse(0);
  }

  @Override
  public long getMessageSize(String clientId, String subscriptionName) throws IOException {
    return find(JmsSubscriptions.name(clientId, subscriptionName))
        .map(found -> found.pendingBytes() - found.heldBytes())
        .orElse(0L);
  }

  @Override
  public void recoverSubscription(
      String clientId, String subscriptionName, MessageRecoveryListener listener) throws Exception {
    LaneScan pending = pending(JmsSubscriptions.name(clientId, subscriptionName), 0);
    while (pending.advance(Integer.MAX_VALUE)) {
      handOut(pending.current(), listener);
    }
  }

  /** Only what the listener takes counts: it leaves out what the selector does not match. */
  @Override
  public void recoverNextMessages(
      String clientId, String subscriptionName, int maxReturned, MessageRecoveryListener listener)
      throws Exception {
    Bytes name = JmsSubscriptions.name(clientId, subscriptionName);
    SubscriptionCursor cursor =
        cursors.computeIfAbsent(name, fresh -> new SubscriptionCursor(isPrioritizedMessages()));
    cursor.pageIn(after -> pending(name, after), maxReturned, listener, this::handOut);
  }

  private LaneScan pending(Bytes subscription, long after) {
    return new LaneScan(
        request ->
            gate().ask(store -> store.subscriptions().browse(place(), subscription, request)),
        LANE,
        after);
  }

  @Override
  public void resetBatching(String clientId, String subscriptionName) {
    SubscriptionCursor cursor = cursors.get(JmsSubscriptions.name(clientId, subscriptionName));
    if (cursor != null) {
      cursor.reset();
    }
  }

  /** A topic itself is not paged in; its subscriptions are. */
  @Override
  public void recoverNextMessages(int maxReturned, MessageRecoveryListener listener) {}

  @Override
  public void resetBatching() {}

  @Override
  public Map<SubscriptionKey, List<Message>> recoverExpired(
      Set<SubscriptionKey> keys, int maxBrowse, MessageRecoveryListener listener) throws Exception {
    ExpiredPending expired = new ExpiredPending(this, keys);
    LaneScan scan = new LaneScan(this::page, LANE, 0);
    for (int browsed = 0; browsed < maxBrowse && listener.hasSpace(); browsed++) {
      if (!scan.advance(maxBrowse - browsed)) {
        break;
      }
      expired.consider(scan.current(), listener);
    }
    return expired.bySubscription();
  }

  private Optional<io.levee.store.SubscriptionInfo> find(Bytes name) throws IOException {
    return gate().ask(store -> store.subscriptions().find(place(), name));
  }

  @Override
  public MessageStoreSubscriptionStatistics getMessageStoreSubStatistics() {
    return new MessageStoreSubscriptionStatistics(false);
  }

  /** Of the broker's closed list of kinds, only this one makes it call {@link #recoverExpired}. */
  @Override
  public StoreType getType() {
    return StoreType.KAHADB;
  }
}
