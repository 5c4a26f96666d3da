package io.levee.activemq;

import io.levee.store.Bytes;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import org.apache.activemq.command.SubscriptionInfo;

/** The one place that turns the broker's durable subscriptions into stored ones and back. */
final class JmsSubscriptions {

  private final OpenWire openWire = new OpenWire();

  /**
   * The stored name. The length of the client's name comes first, so that no two subscriptions
   * share one whatever characters their names have.
   */
  static Bytes name(String clientId, String subscriptionName) {
    String client = String.valueOf(clientId);
    return Bytes.utf8(client.length() + ":" + client + ":" + subscriptionName);
  }

  static Bytes name(SubscriptionInfo subscription) {
    return name(subscription.getClientId(), subscription.getSubscriptionName());
  }

  /**
   * All that the broker keeps of a subscription: a version of OpenWire, and the marshalled form.
   */
  Bytes toStored(SubscriptionInfo subscription) throws IOException {
    return Bytes.wrap(openWire.toBytes(subscription));
  }

  /** Whether both hold the same, in whichever version of OpenWire the stored one was written. */
  boolean isSame(Bytes stored, Bytes fresh) throws IOException {
    return stored.equals(fresh) || toStored(toJms(stored)).equals(fresh);
  }

  SubscriptionInfo toJms(Bytes stored) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(stored.toArray()));
    int version = in.readUnsignedByte();
    return (SubscriptionInfo) openWire.read(version, in);
  }
}
