package io.levee.perf;

import io.levee.activemq.LeveePersistenceAdapter;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.store.PersistenceAdapter;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/**
 * A broker in this process with JMS clients that send persistent messages: what a user sees, and so
 * with all that a broker adds to the cost of its store.
 *
 * <p>With a consumer at work KahaDB stores only what was not taken by the time its turn came, also
 * of synchronous sends; a message that is answered may never have been on the disk.
 */
final class RunningBroker implements SendTarget {

  private static final String QUEUE = "orders";

  private final Payload payload;
  private final BrokerService broker = new BrokerService();
  private final ActiveMQConnectionFactory clients;
  private final List<Connection> connections = new ArrayList<>();

  private RunningBroker(String name, PersistenceAdapter adapter, Path directory, Payload payload)
      throws Exception {
    this.payload = payload;
    adapter.setDirectory(directory.resolve("data").toFile());
    broker.setBrokerName(name);
    broker.setDataDirectoryFile(directory.toFile());
    broker.setPersistenceAdapter(adapter);
    broker.setUseJmx(false);
    broker.setUseShutdownHook(false);
    broker.setAdvisorySupport(false);
    broker.start();
    clients = new ActiveMQConnectionFactory("vm://" + name + "?create=false");
    clients.setWatchTopicAdvisories(false);
  }

  static RunningBroker levee(String name, Path directory, Payload payload) throws Exception {
    return new RunningBroker(name, new LeveePersistenceAdapter(), directory, payload);
  }

  static RunningBroker kahaDb(String name, Path directory, Payload payload) throws Exception {
    return new RunningBroker(name, new KahaDBPersistenceAdapter(), directory, payload);
  }

  String name() {
    return broker.getBrokerName();
  }

  /** Lets a consumer take what is sent. */
  RunningBroker withConsumer() throws JMSException {
    Session session = session();
    session.createConsumer(session.createQueue(QUEUE)).setMessageListener(message -> {});
    return this;
  }

  private Session session() throws JMSException {
    Connection connection = clients.createConnection();
    connections.add(connection);
    connection.start();
    return connection.createSession(false, Session.DUPS_OK_ACKNOWLEDGE);
  }

  /** Persistent messages outside of a transaction are sent synchronously. */
  @Override
  public Producer producer(int number) throws JMSException {
    Session session = session();
    MessageProducer producer = session.createProducer(session.createQueue(QUEUE));
    return new Producer() {
      private long sequence;

      @Override
      public void send() throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(payload.body(++sequence));
        producer.send(message);
      }
    };
  }

  @Override
  public void close() throws IOException {
    try {
      for (Connection each : connections) {
        each.close();
      }
      broker.stop();
    } catch (Exception e) {
      throw new IOException("the broker does not stop", e);
    }
  }
}
