package io.levee.cli;

import io.levee.cli.Ledger.Delivery;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.command.ActiveMQQueue;

/**
 * Receives messages in transactions and connects again whenever the broker is gone.
 *
 * <p>Its transport is the plain one, so that a commit without an answer is an error here, and not
 * something that the client sorts out by itself.
 */
final class DemoConsumer implements Crew.Work {

  private static final int BATCH = 100;
  private static final long FIRST_OF_BATCH_MILLIS = 500;
  private static final long REST_OF_BATCH_MILLIS = 20;
  private static final long PAUSE_MILLIS = 20;

  private final DemoPlan plan;
  private final Ledger ledger;
  private final ActiveMQConnectionFactory connections;
  private final BooleanSupplier done;

  /** A consumer that goes on until {@code done}. */
  DemoConsumer(DemoPlan plan, Ledger ledger, String address, BooleanSupplier done) {
    this.plan = plan;
    this.ledger = ledger;
    this.connections = Target.confirmed(address);
    // The client would keep a message to itself that it has seen before; here it has to show.
    connections.setCheckForDuplicates(false);
    this.done = done;
  }

  @Override
  public void run() throws InterruptedException {
    while (!done.getAsBoolean()) {
      try {
        connectAndReceive();
      } catch (JMSException e) {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    }
  }

  private void connectAndReceive() throws JMSException, InterruptedException {
    try (Connection connection = connections.createConnection();
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(new ActiveMQQueue(DemoPlan.QUEUE))) {
      connection.start();
      while (!done.getAsBoolean()) {
        if (leavesBacklog()) {
          commit(session, receiveBatch(consumer));
        } else {
          TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
      }
    }
  }

  private boolean leavesBacklog() {
    long sent = ledger.sentCount();
    return sent >= plan.messages() || sent - ledger.acknowledgedCount() > plan.backlog();
  }

  private List<Delivery> receiveBatch(MessageConsumer consumer) throws JMSException {
    List<Delivery> batch = new ArrayList<>(BATCH);
    long waitMillis = FIRST_OF_BATCH_MILLIS;
    while (batch.size() < BATCH) {
      BytesMessage message = (BytesMessage) consumer.receive(waitMillis);
      if (message == null) {
        break;
      }
      batch.add(ledger.delivered(idOf(message)));
      waitMillis = REST_OF_BATCH_MILLIS;
    }
    return batch;
  }

  private void commit(Session session, List<Delivery> batch) throws JMSException {
    if (batch.isEmpty()) {
      return;
    }
    try {
      session.commit();
    } catch (JMSException e) {
      ledger.inDoubt(batch);
      throw e;
    }
    ledger.acknowledged(batch);
  }

  /** The number of a message that came back as it was sent. */
  private int idOf(BytesMessage message) throws JMSException {
    int id = message.getIntProperty(DemoProducer.ID);
    byte[] body = new byte[(int) message.getBodyLength()];
    message.readBytes(body);
    if (!Payload.isOf(id, body, plan.sizeBytes())) {
      throw new IllegalStateException("message " + id + " came back with another body");
    }
    return id;
  }
}
