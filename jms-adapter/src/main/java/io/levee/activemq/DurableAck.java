package io.levee.activemq;

import org.apache.activemq.broker.region.DurableTopicSubscription;
import org.apache.activemq.broker.region.Subscription;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ConsumerId;
import org.apache.activemq.util.SubscriptionKey;

/**
 * An acknowledgement for a durable subscription in a distributed transaction.
 *
 * @param topic the topic of the message
 * @param key the subscription
 * @param consumer the consumer that acknowledged, which the broker still holds the message for
 */
record DurableAck(ActiveMQDestination topic, SubscriptionKey key, ConsumerId consumer) {

  /** Whether {@code subscription} is this one, taken up by another consumer meanwhile. */
  boolean isTakenUpAnewBy(Subscription subscription) {
    return subscription instanceof DurableTopicSubscription durable
        && durable.getSubscriptionKey().equals(key)
        && !durable.getConsumerInfo().getConsumerId().equals(consumer);
  }
}
