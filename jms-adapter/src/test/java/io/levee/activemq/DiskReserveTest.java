package io.levee.activemq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.ActiveMQQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk with less free than the reserve: producers hear of it, everything else goes on. */
final class DiskReserveTest {

  private static final ActiveMQQueue QUEUE = new ActiveMQQueue("orders");

  @TempDir private Path directory;

  private BrokerService start(String diskReserve) throws Exception {
    BrokerService broker = new BrokerService();
    broker.setBrokerName("reserve");
    broker.setUseJmx(false);
    broker.setDataDirectoryFile(directory.toFile());
    LeveePersistenceAdapter adapter = new LeveePersistenceAdapter();
    adapter.setDiskReserve(diskReserve);
    broker.setPersistenceAdapter(adapter);
    broker.start();
    return broker;
  }

  private static void send(Session session, String text) throws JMSException {
    try (MessageProducer producer = session.createProducer(QUEUE)) {
      producer.send(session.createTextMessage(text));
    }
  }

  @Test
  void sendsAreRefusedAndMessagesCanStillBeTaken() throws Exception {
    BrokerService roomy = start("0");
    inSession(session -> send(session, "stored"));
    roomy.stop();
    // Half of the reserve is kept for acknowledgements, so those still go through.
    long free = directory.toFile().getUsableSpace();
    BrokerService full = start(String.valueOf(free + free / 2));
    inSession(
        session -> {
          assertThatThrownBy(() -> send(session, "refused"))
              .isInstanceOf(JMSException.class)
              .hasMessageContaining("DISK_RESERVE");
          assertThat(take(session)).isEqualTo("stored");
        });
    assertThat(full.isStarted()).isTrue();
    full.stop();
    BrokerService roomyAgain = start("0");
    inSession(
        session -> {
          send(session, "later");
          assertThat(take(session)).isEqualTo("later");
        });
    roomyAgain.stop();
  }

  private static String take(Session session) throws JMSException {
    try (MessageConsumer consumer = session.createConsumer(QUEUE)) {
      return ((TextMessage) consumer.receive(10_000)).getText();
    }
  }

  private interface Work {
    void on(Session session) throws JMSException;
  }

  private static void inSession(Work work) throws JMSException {
    ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://reserve?create=false");
    try (Connection connection = factory.createConnection()) {
      connection.start();
      work.on(connection.createSession(false, Session.AUTO_ACKNOWLEDGE));
    }
  }
}
