package io.levee.activemq;

import static io.levee.activemq.StartedAdapter.CONTEXT;
import static io.levee.activemq.StartedAdapter.ack;
import static io.levee.activemq.StartedAdapter.id;
import static io.levee.activemq.StartedAdapter.message;
import static io.levee.activemq.StartedAdapter.sendAll;
import static io.levee.activemq.StartedAdapter.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageAck;
import org.apache.activemq.command.SubscriptionInfo;
import org.apache.activemq.command.TransactionId;
import org.apache.activemq.store.MessageStore;
import org.apache.activemq.store.TopicMessageStore;
import org.apache.activemq.store.TransactionStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a broker relies on when JMS sessions are transacted. */
final class TransactionContractTest {

  private static final ActiveMQQueue QUEUE = new ActiveMQQueue("orders");
  private static final ActiveMQTopic TOPIC = new ActiveMQTopic("prices");

  private final List<Object> events = new ArrayList<>();
  private StartedAdapter started;
  private MessageStore queue;
  private TopicMessageStore topic;
  private TransactionStore transactions;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    started = new StartedAdapter(directory);
    openStores();
  }

  @AfterEach
  void stop() {
    started.close();
  }

  private void openStores() throws Exception {
    queue = started.queue("orders");
    topic = started.topic("prices");
    transactions = started.adapter().createTransactionStore();
  }

  private void send(MessageStore store, int number, TransactionId transaction) throws Exception {
    Message message = message(store.getDestination(), number);
    message.setTransactionId(transaction);
    store.addMessage(CONTEXT, message);
  }

  private void commit(TransactionId transaction) throws Exception {
    transactions.commit(transaction, false, () -> events.add("before"), () -> events.add("after"));
  }

  private List<Long> stored(MessageStore store) throws Exception {
    HandedOut all = new HandedOut();
    store.recover(all);
    return all.numbers();
  }

  @Test
  void sendsAndAcknowledgementsOfAllDestinationsBecomeVisibleTogether() throws Exception {
    topic.addSubscription(new SubscriptionInfo("client", "a"), false);
    sendAll(queue, 1, 2);
    sendAll(topic, 11, 12);
    TransactionId transaction = transaction(1);
    send(queue, 3, transaction);
    send(topic, 13, transaction);
    queue.removeMessage(CONTEXT, ack(QUEUE, id(1), transaction));
    MessageAck settled = ack(TOPIC, id(11), transaction);
    topic.acknowledge(CONTEXT, "client", "a", settled.getLastMessageId(), settled);
    assertThat(stored(queue)).containsExactly(1L, 2L);
    assertThat(stored(topic)).containsExactly(11L, 12L);
    commit(transaction);
    assertThat(stored(queue)).containsExactly(2L, 3L);
    assertThat(stored(topic)).containsExactly(12L, 13L);
    assertThat(topic.getMessageCount("client", "a")).isEqualTo(2);
  }

  @Test
  void whatWasRolledBackNeverWas() throws Exception {
    sendAll(queue, 1, 1);
    send(queue, 2, transaction(1));
    queue.removeMessage(CONTEXT, ack(QUEUE, id(1), transaction(1)));
    transactions.rollback(transaction(1));
    commit(transaction(1));
    assertThat(stored(queue)).containsExactly(1L);
  }

  @Test
  void anOpenTransactionDoesNotSurviveARestart() throws Exception {
    send(queue, 1, transaction(1));
    started.restart();
    openStores();
    commit(transaction(1));
    assertThat(stored(queue)).isEmpty();
  }

  @Test
  void theOrderOfAQueueIsThatOfTheCommits() throws Exception {
    send(queue, 1, transaction(1));
    send(queue, 2, transaction(2));
    send(queue, 3, transaction(1));
    commit(transaction(2));
    commit(transaction(1));
    assertThat(stored(queue)).containsExactly(2L, 1L, 3L);
  }

  @Test
  void messagesAreAnnouncedBetweenTheTwoCallbacksOfTheCommit() throws Exception {
    queue.registerIndexListener(
        added -> events.add(added.message.getMessageId().getFutureOrSequenceLong()));
    send(queue, 1, transaction(1));
    send(queue, 2, transaction(1));
    assertThat(events).isEmpty();
    commit(transaction(1));
    assertThat(events).containsExactly("before", 1L, 2L, "after");
  }

  @Test
  void theCallbacksRunAlsoForATransactionWithNothingToStore() throws Exception {
    commit(transaction(7));
    transactions.commit(transaction(8), false, null, () -> events.add("alone"));
    assertThat(events).containsExactly("before", "after", "alone");
  }

  @Test
  void nothingIsRecovered() throws Exception {
    send(queue, 1, transaction(1));
    transactions.recover((xid, added, acks) -> events.add(xid));
    assertThat(events).isEmpty();
  }
}
