package io.levee.activemq;

import java.util.Set;
import org.apache.activemq.broker.Broker;
import org.apache.activemq.broker.region.Destination;
import org.apache.activemq.transaction.Synchronization;

/**
 * Lets durable subscriptions read anew when a prepared branch that held their messages is rolled
 * back. A consumer that took its subscription up meanwhile found the messages held, and would not
 * look again by itself.
 */
final class DurableRedelivery extends Synchronization {

  private final Broker broker;
  private final Set<DurableAck> acks;

  DurableRedelivery(Broker broker, Set<DurableAck> acks) {
    this.broker = broker;
    this.acks = acks;
  }

  @Override
  public void afterRollback() {
    acks.stream()
        .map(DurableAck::topic)
        .distinct()
        .flatMap(topic -> broker.getDestinationMap(topic).values().stream())
        .filter(this::hasConsumerThatMissedAny)
        .forEach(topic -> topic.clearPendingMessages(0));
  }

  private boolean hasConsumerThatMissedAny(Destination topic) {
    return topic.getConsumers().stream()
        .anyMatch(subscription -> acks.stream().anyMatch(ack -> ack.isTakenUpAnewBy(subscription)));
  }
}
