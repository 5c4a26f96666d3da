package io.levee.cli;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.command.ActiveMQQueue;

/**
 * Sends its share of the messages, each until the broker has confirmed it.
 *
 * <p>It connects over ActiveMQ's {@code failover:} transport, which repeats a send without an
 * answer under the same message id; broker and store recognize it. A send that fails for good is
 * repeated as another message, and the ledger is told that there may be two.
 */
final class DemoProducer implements Crew.Work {

  /** The property that carries a message's number. */
  static final String ID = "id";

  private static final int CONNECTIONS = 5;

  private final DemoPlan plan;
  private final Ledger ledger;
  private final String url;
  private final int end;
  private int next;
  private boolean unanswered;

  /** Producer number {@code producer} of {@code plan}. */
  DemoProducer(DemoPlan plan, Ledger ledger, String address, int producer) {
    this.plan = plan;
    this.ledger = ledger;
    this.url =
        "failover:("
            + address
            + ")?initialReconnectDelay=50&maxReconnectDelay=200&timeout="
            + Demo.PATIENCE.toMillis();
    this.next = plan.firstOf(producer);
    this.end = plan.firstOf(producer + 1);
  }

  @Override
  public void run() throws JMSException, InterruptedException {
    for (int connection = 1; next < end; connection++) {
      try {
        connectAndSend();
      } catch (JMSException e) {
        if (connection == CONNECTIONS) {
          throw e;
        }
        noteUnanswered();
      }
    }
  }

  private void noteUnanswered() {
    if (unanswered) {
      ledger.sentAgain(next);
      unanswered = false;
    }
  }

  private void connectAndSend() throws JMSException, InterruptedException {
    ActiveMQConnectionFactory connections = Target.confirmed(url);
    try (Connection connection = connections.createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(new ActiveMQQueue(DemoPlan.QUEUE))) {
      producer.setDeliveryMode(DeliveryMode.PERSISTENT);
      while (next < end) {
        waitForConsumers();
        send(session, producer);
      }
    }
  }

  private void send(Session session, MessageProducer producer) throws JMSException {
    BytesMessage message = message(session, next);
    unanswered = true;
    producer.send(message);
    unanswered = false;
    ledger.sent(next);
    next++;
  }

  /** The broker is to be killed while messages are acknowledged, and not after the last send. */
  private void waitForConsumers() throws InterruptedException {
    if (plan.kills() > 0 && ledger.sentCount() >= plan.killAfter(0)) {
      ledger.awaitFirstAcknowledgement();
    }
  }

  private BytesMessage message(Session session, int id) throws JMSException {
    BytesMessage message = session.createBytesMessage();
    message.setIntProperty(ID, id);
    message.writeBytes(Payload.of(id, plan.sizeBytes()));
    return message;
  }
}
