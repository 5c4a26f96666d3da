package io.levee.activemq;

import static io.levee.activemq.StartedAdapter.id;
import static io.levee.activemq.StartedAdapter.sendAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.command.SubscriptionInfo;
import org.apache.activemq.store.MessageStore;
import org.apache.activemq.store.SharedFileLocker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a broker, and who embeds one, relies on from the adapter as a whole. */
final class LifeCycleContractTest {

  @TempDir private Path directory;

  @Test
  void deletingAllMessagesBeforeTheStartDeletesAtTheNextStartAndOnlyThen() throws Exception {
    try (StartedAdapter started = new StartedAdapter(directory)) {
      sendAll(started.queue("orders"), 1, 3);
      started.adapter().stop();
      started.adapter().deleteAllMessages();
      started.adapter().start();
      assertThat(started.adapter().getDestinations()).isEmpty();
      sendAll(started.queue("orders"), 4, 5);
      started.restart();
      assertThat(started.queue("orders").getMessageCount()).isEqualTo(2);
    }
  }

  @Test
  void deletingAllMessagesOfARunningStoreKeepsItUsable() throws Exception {
    try (StartedAdapter started = new StartedAdapter(directory)) {
      MessageStore queue = sendAll(started.queue("orders"), 1, 3);
      started.adapter().deleteAllMessages();
      assertThat(queue.getMessageCount()).isZero();
      sendAll(queue, 4, 4);
      assertThat(queue.getMessageCount()).isEqualTo(1);
    }
  }

  @Test
  void withoutADirectoryTheStoreLiesInTheDataDirectoryOfTheBroker() throws Exception {
    BrokerService broker = broker("plain");
    LeveePersistenceAdapter adapter = new LeveePersistenceAdapter();
    broker.setPersistenceAdapter(adapter);
    assertThat(adapter.getDirectory()).isEqualTo(directory.resolve("plain/levee").toFile());
    broker.start();
    broker.stop();
    assertThat(directory.resolve("plain/levee")).isDirectory();
  }

  @Test
  void theDirectoryMayBeSetAfterTheAdapterWasGivenToTheBroker() throws Exception {
    BrokerService broker = broker("late");
    LeveePersistenceAdapter adapter = new LeveePersistenceAdapter();
    broker.setPersistenceAdapter(adapter);
    File late = directory.resolve("elsewhere").toFile();
    adapter.setDirectory(late);
    broker.start();
    broker.stop();
    assertThat(late).isDirectory();
  }

  @Test
  void anAdapterCanBeStartedAgain() throws Exception {
    try (StartedAdapter started = new StartedAdapter(directory)) {
      sendAll(started.queue("orders"), 1, 2);
      started.restart();
      assertThat(started.adapter().getDestinations()).containsExactly(new ActiveMQQueue("orders"));
      assertThat(started.queue("orders").getMessageCount()).isEqualTo(2);
    }
  }

  @Test
  void theSameStoreIsGivenForTheSameDestination() throws Exception {
    try (StartedAdapter started = new StartedAdapter(directory)) {
      assertThat(started.queue("same")).isSameAs(started.queue("same"));
      assertThat(started.topic("same")).isSameAs(started.topic("same"));
      assertThat(started.adapter().getDestinations())
          .containsExactlyInAnyOrder(new ActiveMQQueue("same"), new ActiveMQTopic("same"));
    }
  }

  @Test
  void aTopicWithASubscriptionAndNoMessageIsListedAfterARestart() throws Exception {
    try (StartedAdapter started = new StartedAdapter(directory)) {
      started.topic("prices").addSubscription(new SubscriptionInfo("client", "a"), false);
      started.restart();
      assertThat(started.adapter().getDestinations()).containsExactly(new ActiveMQTopic("prices"));
    }
  }

  @Test
  void aRemovedDestinationIsGoneForGood() throws Exception {
    try (StartedAdapter started = new StartedAdapter(directory)) {
      ActiveMQQueue name = new ActiveMQQueue("orders");
      MessageStore queue = sendAll(started.queue("orders"), 1, 3);
      queue.removeAllMessages(StartedAdapter.CONTEXT);
      queue.dispose(StartedAdapter.CONTEXT);
      queue.stop();
      started.adapter().removeQueueMessageStore(name);
      assertThat(queue.getMessageCount()).isZero();
      assertThat(queue.getMessage(id(1))).isNull();
      assertThat(started.adapter().getDestinations()).isEmpty();
      started.restart();
      assertThat(started.adapter().getDestinations()).isEmpty();
      assertThat(started.queue("orders").getMessageCount()).isZero();
    }
  }

  @Test
  void aStoreThatWasNeverStartedLeavesNothingWhenItIsRemoved() throws Exception {
    try (StartedAdapter started = new StartedAdapter(directory)) {
      started.adapter().createTopicMessageStore(new ActiveMQTopic("prices"));
      started.adapter().removeTopicMessageStore(new ActiveMQTopic("prices"));
      assertThat(started.adapter().getDestinations()).isEmpty();
    }
  }

  @Test
  void aSecondAdapterWaitsUntilTheFirstIsStopped() throws Exception {
    StartedAdapter master = new StartedAdapter(directory);
    sendAll(master.queue("orders"), 1, 1);
    LeveePersistenceAdapter slave = new LeveePersistenceAdapter();
    slave.setDirectory(directory.toFile());
    SharedFileLocker locker = new SharedFileLocker();
    locker.setLockAcquireSleepInterval(50);
    slave.setLocker(locker);
    CompletableFuture<Void> takenOver = CompletableFuture.runAsync(() -> startUnchecked(slave));
    await().during(Duration.ofMillis(300)).until(() -> !takenOver.isDone());
    master.close();
    await().until(takenOver::isDone);
    assertThat(slave.getDestinations()).containsExactly(new ActiveMQQueue("orders"));
    slave.stop();
  }

  private static void startUnchecked(LeveePersistenceAdapter adapter) {
    try {
      adapter.start();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aStoppedAdapterRefusesWorkAndHasNoSize() throws Exception {
    StartedAdapter started = new StartedAdapter(directory);
    MessageStore queue = sendAll(started.queue("orders"), 1, 1);
    started.adapter().checkpoint(true);
    assertThat(started.adapter().size()).isPositive();
    started.close();
    assertThat(started.adapter().size()).isZero();
    assertThatThrownBy(() -> started.adapter().checkpoint(true))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not started");
    assertThatThrownBy(() -> sendAll(queue, 2, 2)).isInstanceOf(IOException.class);
    queue.stop();
  }

  @Test
  void theLastSequenceOfAProducerOutlivesItsMessagesAndARestart() throws Exception {
    try (StartedAdapter started = new StartedAdapter(directory)) {
      MessageStore queue = sendAll(started.queue("orders"), 1, 3);
      for (int number = 1; number <= 3; number++) {
        queue.removeMessage(
            StartedAdapter.CONTEXT,
            StartedAdapter.ack(new ActiveMQQueue("orders"), id(number), null));
      }
      started.restart();
      assertThat(started.adapter().getLastProducerSequenceId(id(1).getProducerId())).isEqualTo(3);
      assertThat(
              started
                  .adapter()
                  .getLastProducerSequenceId(
                      new org.apache.activemq.command.MessageId("ID:other:1:1:1").getProducerId()))
          .isEqualTo(-1);
    }
  }

  @Test
  void scheduledMessagesAreLeftToTheBroker() {
    assertThatThrownBy(() -> new LeveePersistenceAdapter().createJobSchedulerStore())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void theAdapterIsSeenOverJmxWhileItRuns() throws Exception {
    BrokerService broker = broker("seen");
    broker.setUseJmx(true);
    broker.setPersistenceAdapter(new LeveePersistenceAdapter());
    broker.start();
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName pattern =
        new ObjectName(
            "org.apache.activemq:brokerName=seen,service=PersistenceAdapter,type=Broker,*");
    assertThat(server.queryNames(pattern, null)).hasSize(1);
    ObjectName view = server.queryNames(pattern, null).iterator().next();
    assertThat((Long) server.getAttribute(view, "Size")).isNotNegative();
    assertThat((String) server.getAttribute(view, "Transactions")).contains("open");
    broker.stop();
    assertThat(server.queryNames(pattern, null)).isEmpty();
  }

  private BrokerService broker(String name) {
    BrokerService broker = new BrokerService();
    broker.setBrokerName(name);
    broker.setUseJmx(false);
    broker.setDataDirectoryFile(directory.toFile());
    return broker;
  }
}
