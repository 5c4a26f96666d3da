package io.levee.perf;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.ActiveMQXAConnectionFactory;

/**
 * Distributed transactions over a broker, decided by Narayana with its log on disk: each takes a
 * message from a queue and sends one to it. A second resource that only votes makes both phases
 * happen, and costs nothing.
 */
final class XaTarget implements SendTarget {

  private static final long WAIT_MILLIS = 30_000;

  private final RunningBroker broker;
  private final Payload payload;
  private final TransactionManager manager;
  private final ActiveMQXAConnectionFactory clients;
  private final List<XAConnection> connections = new ArrayList<>();

  XaTarget(RunningBroker broker, Path log, Payload payload) throws CoreEnvironmentBeanException {
    this.broker = broker;
    this.payload = payload;
    manager = narayana(log);
    clients = new ActiveMQXAConnectionFactory("vm://" + broker.name() + "?create=false");
    clients.setWatchTopicAdvisories(false);
  }

  /** The one manager of this process; where its log lies is settled by the first call. */
  private static TransactionManager narayana(Path log) throws CoreEnvironmentBeanException {
    for (String store : new String[] {null, "communicationStore", "stateStore"}) {
      BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
          .setObjectStoreDir(log.toString());
    }
    BeanPopulator.getDefaultInstance(CoreEnvironmentBean.class).setNodeIdentifier("perf");
    return com.arjuna.ats.jta.TransactionManager.transactionManager();
  }

  /** With a queue of its own, so that nobody waits for another's message. */
  @Override
  public Producer producer(int number) throws JMSException {
    XAConnection connection = clients.createXAConnection();
    connections.add(connection);
    connection.start();
    XASession session = connection.createXASession();
    Queue queue = session.createQueue("orders." + connections.size());
    MessageProducer producer = session.createProducer(queue);
    MessageConsumer consumer = session.createConsumer(queue);
    return new Producer() {
      private long sequence;

      @Override
      public void send() throws Exception {
        manager.begin();
        Transaction transaction = manager.getTransaction();
        transaction.enlistResource(new VotingResource());
        transaction.enlistResource(session.getXAResource());
        if (sequence > 0 && consumer.receive(WAIT_MILLIS) == null) {
          throw new IllegalStateException("the message that was sent does not arrive");
        }
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(payload.body(++sequence));
        producer.send(message);
        manager.commit();
      }
    };
  }

  @Override
  public void close() throws IOException {
    try {
      for (XAConnection each : connections) {
        each.close();
      }
    } catch (JMSException e) {
      throw new IOException("a connection does not close", e);
    } finally {
      broker.close();
    }
  }
}
