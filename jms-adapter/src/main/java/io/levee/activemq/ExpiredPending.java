package io.levee.activemq;

import io.levee.store.Bytes;
import io.levee.store.StoredMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.activemq.command.Message;
import org.apache.activemq.store.MessageRecoveryListener;
import org.apache.activemq.util.SubscriptionKey;

/** Collects, for each of some durable subscriptions, the expired messages that it waits for. */
final class ExpiredPending {

  private final TopicStoreAdapter topic;
  private final Set<SubscriptionKey> subscriptions;
  private final Map<SubscriptionKey, List<Message>> bySubscription = new HashMap<>();
  private final long nowMillis = System.currentTimeMillis();

  ExpiredPending(TopicStoreAdapter topic, Set<SubscriptionKey> subscriptions) {
    this.topic = topic;
    this.subscriptions = subscriptions;
  }

  /**
   * Adds {@code stored} where it belongs, and tells {@code listener} once if it belongs anywhere.
   */
  void consider(StoredMessage stored, MessageRecoveryListener listener) throws Exception {
    if (stored.expiresAtMillis() == 0 || stored.expiresAtMillis() > nowMillis) {
      return;
    }
    List<SubscriptionKey> waiting = waitingFor(stored.position().sequence());
    if (waiting.isEmpty()) {
      return;
    }
    Optional<Message> message = topic.session().messages().toJms(stored);
    if (message.isPresent()) {
      waiting.forEach(key -> expiredOf(key).add(message.get()));
      listener.recoverMessage(message.get());
    }
  }

  Map<SubscriptionKey, List<Message>> bySubscription() {
    return bySubscription;
  }

  private List<Message> expiredOf(SubscriptionKey key) {
    return bySubscription.computeIfAbsent(key, fresh -> new ArrayList<>());
  }

  private List<SubscriptionKey> waitingFor(long sequence) throws IOException {
    List<SubscriptionKey> waiting = new ArrayList<>();
    for (SubscriptionKey key : subscriptions) {
      Bytes name = JmsSubscriptions.name(key.getClientId(), key.getSubscriptionName());
      if (topic
          .gate()
          .ask(store -> store.subscriptions().isPending(topic.place(), name, sequence))) {
        waiting.add(key);
      }
    }
    return waiting;
  }
}
