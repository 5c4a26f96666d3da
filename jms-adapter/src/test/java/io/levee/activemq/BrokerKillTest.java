package io.levee.activemq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker that is killed while it works has lost nothing that it had confirmed, and gives nothing
 * again whose acknowledgement it had confirmed.
 */
final class BrokerKillTest {

  private static final ActiveMQQueue QUEUE = new ActiveMQQueue("orders");
  private static final ActiveMQQueue MOVED = new ActiveMQQueue("moved");
  private static final ActiveMQTopic TOPIC = new ActiveMQTopic("prices");

  private final Queue<String> sent = new ConcurrentLinkedQueue<>();
  private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();

  @TempDir private Path directory;

  /** Work on a session that goes on until the broker is gone. */
  private interface Work {
    void on(Session session) throws JMSException;
  }

  private record Worker(int sessionMode, Work work) {}

  private static Thread start(BrokerProcess broker, Worker worker) throws JMSException {
    Connection connection = broker.connections().createConnection();
    connection.start();
    boolean transacted = worker.sessionMode() == Session.SESSION_TRANSACTED;
    Session session = connection.createSession(transacted, worker.sessionMode());
    Thread thread = new Thread(() -> untilTheBrokerIsGone(session, worker.work()));
    thread.start();
    return thread;
  }

  private static void untilTheBrokerIsGone(Session session, Work work) {
    try {
      work.on(session);
    } catch (JMSException expected) {
      // What was not answered may or may not have happened.
    }
  }

  private void send(Session session, Destination destination, String prefix) throws JMSException {
    MessageProducer producer = session.createProducer(destination);
    producer.setDeliveryMode(DeliveryMode.PERSISTENT);
    for (int number = 0; ; number++) {
      String text = prefix + number;
      producer.send(session.createTextMessage(text));
      sent.add(text);
    }
  }

  private void sendInTransactionsOfThree(Session session) throws JMSException {
    MessageProducer producer = session.createProducer(QUEUE);
    for (int number = 0; ; number += 3) {
      List<String> texts = List.of("t" + number, "t" + (number + 1), "t" + (number + 2));
      for (String text : texts) {
        producer.send(session.createTextMessage(text));
      }
      session.commit();
      sent.addAll(texts);
    }
  }

  private void move(Session session) throws JMSException {
    MessageConsumer consumer = session.createConsumer(QUEUE);
    MessageProducer producer = session.createProducer(MOVED);
    while (true) {
      TextMessage message = (TextMessage) consumer.receive();
      if (message == null) {
        return;
      }
      producer.send(session.createTextMessage(message.getText()));
      session.commit();
      acknowledged.add(message.getText());
    }
  }

  private void receive(Session session) throws JMSException {
    MessageConsumer consumer = session.createConsumer(QUEUE);
    while (true) {
      TextMessage message = (TextMessage) consumer.receive();
      if (message == null) {
        return;
      }
      message.acknowledge();
      acknowledged.add(message.getText());
    }
  }

  private void workUntilKilled(List<Worker> workers, Callable<Boolean> enough) throws Exception {
    try (BrokerProcess broker = BrokerProcess.start(directory)) {
      workUntilKilled(broker, workers, enough);
    }
  }

  private static void workUntilKilled(
      BrokerProcess broker, List<Worker> workers, Callable<Boolean> enough) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (Worker worker : workers) {
      threads.add(start(broker, worker));
    }
    await().atMost(Duration.ofSeconds(60)).until(enough);
    broker.kill();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static List<String> drain(MessageConsumer consumer) throws JMSException {
    List<String> texts = new ArrayList<>();
    for (TextMessage message; (message = (TextMessage) consumer.receive(2000)) != null; ) {
      texts.add(message.getText());
    }
    return texts;
  }

  private List<List<String>> drainQueues(Destination... queues) throws Exception {
    List<List<String>> drained = new ArrayList<>();
    try (BrokerProcess broker = BrokerProcess.start(directory);
        Connection connection = broker.connections().createConnection()) {
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      for (Destination queue : queues) {
        drained.add(drain(session.createConsumer(queue)));
      }
    }
    return drained;
  }

  @Test
  void confirmedSendsSurviveAndConfirmedAcknowledgementsStayGone() throws Exception {
    workUntilKilled(
        List.of(
            new Worker(Session.AUTO_ACKNOWLEDGE, session -> send(session, QUEUE, "a")),
            new Worker(Session.AUTO_ACKNOWLEDGE, session -> send(session, QUEUE, "b")),
            new Worker(Session.CLIENT_ACKNOWLEDGE, this::receive)),
        () -> sent.size() > 500 && acknowledged.size() > 100);
    List<String> left = drainQueues(QUEUE).get(0);
    Set<String> expected = new HashSet<>(sent);
    acknowledged.forEach(expected::remove);
    assertThat(left)
        .containsAll(withoutOneInDoubt(expected, left))
        .doesNotHaveDuplicates()
        .doesNotContainAnyElementsOf(acknowledged);
  }

  /** The acknowledgement that was on its way when the broker died may have arrived. */
  private static Set<String> withoutOneInDoubt(Set<String> expected, List<String> left) {
    Set<String> missing = new HashSet<>(expected);
    left.forEach(missing::remove);
    assertThat(missing).hasSizeLessThanOrEqualTo(1);
    Set<String> certain = new HashSet<>(expected);
    certain.removeAll(missing);
    return certain;
  }

  @Test
  void aTransactionSurvivesAsAWholeOrNotAtAll() throws Exception {
    workUntilKilled(
        List.of(new Worker(Session.SESSION_TRANSACTED, this::sendInTransactionsOfThree)),
        () -> sent.size() > 150);
    List<String> left = drainQueues(QUEUE).get(0);
    assertThat(left).containsSubsequence(sent);
    assertThat(left.size() % 3).isZero();
  }

  @Test
  void aMessageThatIsMovedInATransactionIsInOneOfBothQueues() throws Exception {
    workUntilKilled(
        List.of(
            new Worker(Session.AUTO_ACKNOWLEDGE, session -> send(session, QUEUE, "m")),
            new Worker(Session.SESSION_TRANSACTED, this::move)),
        () -> acknowledged.size() > 100);
    List<List<String>> left = drainQueues(QUEUE, MOVED);
    List<String> all = new ArrayList<>(left.get(0));
    all.addAll(left.get(1));
    assertThat(all).doesNotHaveDuplicates().containsAll(sent);
    assertThat(left.get(1)).containsAll(acknowledged);
  }

  @Test
  void aDurableSubscriptionMissesNothingThatWasConfirmed() throws Exception {
    try (BrokerProcess broker = BrokerProcess.start(directory)) {
      subscribe(broker).close();
      workUntilKilled(
          broker,
          List.of(new Worker(Session.AUTO_ACKNOWLEDGE, session -> send(session, TOPIC, "p"))),
          () -> sent.size() > 200);
    }
    try (BrokerProcess broker = BrokerProcess.start(directory);
        Connection connection = subscribe(broker)) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      MessageConsumer subscriber = session.createDurableSubscriber(TOPIC, "subscription");
      connection.start();
      assertThat(drain(subscriber)).containsSubsequence(sent);
    }
  }

  private static Connection subscribe(BrokerProcess broker) throws JMSException {
    Connection connection = broker.connections().createConnection();
    connection.setClientID("client");
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    session.createDurableSubscriber(TOPIC, "subscription").close();
    return connection;
  }
}
