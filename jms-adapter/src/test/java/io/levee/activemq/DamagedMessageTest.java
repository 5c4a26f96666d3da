package io.levee.activemq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.TransportConnector;
import org.apache.activemq.broker.region.policy.PolicyEntry;
import org.apache.activemq.broker.region.policy.PolicyMap;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.util.DefaultIOExceptionHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stored message that can no longer be read: the broker hands out what lies before it and stops,
 * instead of passing over it or standing still.
 */
final class DamagedMessageTest {

  private static final ActiveMQQueue QUEUE = new ActiveMQQueue("orders");
  private static final int MESSAGES = 700;
  private static final int DAMAGED = 500;

  /** What a block of a table holds at most; they can no longer be read either. */
  private static final int IN_A_BLOCK = 4;

  private static final int PAGE_MESSAGES = 200;

  @TempDir private Path directory;

  /** What the broker's own handler was given, before it does what it does. */
  private static final class Watched extends DefaultIOExceptionHandler {
    private final List<IOException> failures = new ArrayList<>();

    @Override
    public synchronized void handle(IOException failure) {
      failures.add(failure);
      super.handle(failure);
    }

    synchronized List<IOException> failures() {
      return List.copyOf(failures);
    }
  }

  private Watched handler;

  private BrokerService start(int pageMessages) throws Exception {
    handler = new Watched(); // it stops one broker and no other after that
    BrokerService broker = new BrokerService();
    broker.setUseJmx(false);
    broker.setDataDirectoryFile(directory.toFile());
    broker.setIoExceptionHandler(handler);
    PolicyEntry pages = new PolicyEntry();
    pages.setMaxPageSize(pageMessages);
    PolicyMap policies = new PolicyMap();
    policies.setDefaultEntry(pages);
    broker.setDestinationPolicy(policies);
    LeveePersistenceAdapter adapter = new LeveePersistenceAdapter();
    adapter.setDirectory(directory.resolve("levee").toFile());
    broker.setPersistenceAdapter(adapter);
    broker.addConnector("tcp://127.0.0.1:0");
    broker.start();
    broker.waitUntilStarted();
    return broker;
  }

  private static Connection connect(BrokerService broker) throws Exception {
    TransportConnector connector = broker.getTransportConnectors().get(0);
    URI address = connector.getConnectUri();
    ActiveMQConnectionFactory factory =
        new ActiveMQConnectionFactory("tcp://127.0.0.1:" + address.getPort());
    factory.setSendAcksAsync(false);
    factory.setWatchTopicAdvisories(false);
    factory.getPrefetchPolicy().setQueuePrefetch(1);
    Connection connection = factory.createConnection();
    connection.start();
    return connection;
  }

  /** Noise, which stands in the table as it is. */
  private static byte[] body(int number) {
    byte[] body = new byte[1024];
    new Random(number).nextBytes(body);
    return body;
  }

  private void sendAll() throws Exception {
    BrokerService broker = start(PAGE_MESSAGES);
    try (Connection connection = connect(broker)) {
      Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
      MessageProducer producer = session.createProducer(QUEUE);
      for (int number = 0; number < MESSAGES; number++) {
        BytesMessage message = session.createBytesMessage();
        message.setIntProperty("number", number);
        message.writeBytes(body(number));
        producer.send(message);
      }
      session.commit();
    }
    broker.stop();
    start(PAGE_MESSAGES).stop(); // opening turns the log into a table
  }

  /** Flips one bit of the body of one message in the table that holds it. */
  private void damage(int number) throws IOException {
    byte[] wanted = body(number);
    int damaged = 0;
    for (Path table : tables()) {
      byte[] content = Files.readAllBytes(table);
      int at = indexOf(content, wanted);
      if (at >= 0) {
        content[at + wanted.length / 2] ^= 1;
        Files.write(table, content);
        damaged++;
      }
    }
    assertThat(damaged).as("tables with the message").isEqualTo(1);
  }

  private List<Path> tables() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("levee").resolve("store"))) {
      return files.filter(file -> file.toString().endsWith(".sst")).toList();
    }
  }

  private static int indexOf(byte[] content, byte[] wanted) {
    // The first bytes are enough to find the place, and stand together whatever the compression.
    return IntStream.range(0, content.length - wanted.length)
        .filter(at -> IntStream.range(0, 16).allMatch(i -> content[at + i] == wanted[i]))
        .findFirst()
        .orElse(-1);
  }

  /** Receives until the broker is gone; each message is acknowledged before the next one. */
  private static List<Integer> receiveUntilTheBrokerIsGone(Connection connection) {
    List<Integer> received = new ArrayList<>();
    try {
      Session session = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
      MessageConsumer consumer = session.createConsumer(QUEUE);
      for (Message message; (message = consumer.receive(30_000)) != null; ) {
        received.add(message.getIntProperty("number"));
        message.acknowledge();
      }
    } catch (JMSException expected) {
      // The last one was received, and its acknowledgement may have been too late.
    }
    return received;
  }

  private List<Integer> receiveFromAStoppingBroker(int pageMessages) throws Exception {
    BrokerService broker = start(pageMessages);
    List<Integer> received;
    Connection connection = connect(broker);
    try {
      received = receiveUntilTheBrokerIsGone(connection);
      await().atMost(Duration.ofSeconds(60)).until(broker::isStopped);
    } finally {
      connection.close();
      broker.stop();
    }
    return received;
  }

  @Test
  void theBrokerStopsAtADamagedMessageAndPassesOverNone() throws Exception {
    sendAll();
    damage(DAMAGED);

    List<Integer> first = receiveFromAStoppingBroker(PAGE_MESSAGES);
    assertThat(handler.failures())
        .isNotEmpty()
        .allSatisfy(failure -> assertThat(failure).hasMessageContaining("CORRUPT"));
    assertThat(first).isNotEmpty();

    // The broker reads ahead of its consumers, and stops when it meets the damage. With a page of
    // one message it meets it last.
    Set<Integer> all = new LinkedHashSet<>(first);
    all.addAll(receiveFromAStoppingBroker(1));
    assertThat(List.copyOf(all)).isEqualTo(IntStream.range(0, all.size()).boxed().toList());
    assertThat(all).hasSizeBetween(DAMAGED - IN_A_BLOCK, DAMAGED);
  }
}
