package io.levee.activemq;

import static io.levee.activemq.StartedAdapter.CONTEXT;
import static io.levee.activemq.StartedAdapter.ack;
import static io.levee.activemq.StartedAdapter.id;
import static io.levee.activemq.StartedAdapter.message;
import static io.levee.activemq.StartedAdapter.sendAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.Future;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.command.SubscriptionInfo;
import org.apache.activemq.store.MessageStore;
import org.apache.activemq.store.TopicMessageStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the stores of queues and topics do where they add nothing to what the broker brings. */
final class InheritedContractTest {

  private static final ActiveMQQueue QUEUE = new ActiveMQQueue("orders");
  private static final ActiveMQTopic TOPIC = new ActiveMQTopic("prices");

  private StartedAdapter started;
  private MessageStore queue;
  private TopicMessageStore topic;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    started = new StartedAdapter(directory);
    queue = started.queue("orders");
    topic = started.topic("prices");
    for (String name : new String[] {"a", "b"}) {
      SubscriptionInfo subscription = new SubscriptionInfo("client", name);
      subscription.setDestination(TOPIC);
      topic.addSubscription(subscription, false);
    }
  }

  @AfterEach
  void stop() {
    started.close();
  }

  @Test
  void anAsynchronousAdditionIsStoredWhenItReturns() throws Exception {
    Future<Object> queued = queue.asyncAddQueueMessage(CONTEXT, message(QUEUE, 1), true);
    Future<Object> published = topic.asyncAddTopicMessage(CONTEXT, message(TOPIC, 1), true);

    assertThat(queued).isDone().isNotCancelled();
    assertThat(published).isDone().isNotCancelled();
    assertThat(queue.getMessage(id(1))).isNotNull();
    assertThat(topic.getMessageCount("client", "b")).isEqualTo(1);
  }

  @Test
  void anAsynchronousRemovalIsDoneWhenItReturns() throws Exception {
    sendAll(queue, 1, 2);

    queue.removeAsyncMessage(CONTEXT, ack(QUEUE, id(1), null));

    assertThat(queue.getMessageCount()).isEqualTo(1);
    assertThat(queue.getMessage(id(1))).isNull();
  }

  @Test
  void aMessageThatIsRemovedFromATopicGoesForEverySubscription() throws Exception {
    sendAll(topic, 1, 2);

    topic.removeMessage(CONTEXT, ack(TOPIC, id(1), null));

    assertThat(topic.getMessageCount()).isEqualTo(1);
    assertThat(topic.getMessageCount("client", "a")).isEqualTo(1);
    assertThat(topic.getMessageCount("client", "b")).isEqualTo(1);
  }

  @Test
  void aStoreIsEmptyWhenItsLastMessageIsGone() throws Exception {
    assertThat(queue.isEmpty()).isTrue();
    sendAll(queue, 1, 1);
    assertThat(queue.isEmpty()).isFalse();
    queue.removeMessage(CONTEXT, ack(QUEUE, id(1), null));
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void aBatchOfATopicMovesNoSubscription() throws Exception {
    sendAll(topic, 1, 2);

    topic.setBatch(id(2));

    HandedOut page = new HandedOut();
    topic.recoverNextMessages("client", "a", 10, page);
    assertThat(page.numbers()).containsExactly(1L, 2L);
  }

  @Test
  void stoppingARemovedStoreDoesNotBringItBack() throws Exception {
    sendAll(queue, 1, 1);
    sendAll(topic, 1, 1);

    for (MessageStore store : new MessageStore[] {queue, topic}) {
      store.removeAllMessages(CONTEXT);
      store.dispose(CONTEXT);
      store.stop();
      assertThat(store.getMessageCount()).isZero();
    }

    assertThat(started.adapter().getDestinations()).isEmpty();
    started.restart();
    assertThat(started.adapter().getDestinations()).isEmpty();
  }

  @Test
  void moreMessagesThanAnIntegerCountsAreToldAsTheLargestOne() {
    assertThat(DestinationStore.asInt(Integer.MAX_VALUE + 1L)).isEqualTo(Integer.MAX_VALUE);
    assertThat(DestinationStore.asInt(7)).isEqualTo(7);
  }
}
