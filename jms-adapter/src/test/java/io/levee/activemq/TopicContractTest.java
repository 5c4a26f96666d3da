package io.levee.activemq;

import static io.levee.activemq.StartedAdapter.CONTEXT;
import static io.levee.activemq.StartedAdapter.ack;
import static io.levee.activemq.StartedAdapter.id;
import static io.levee.activemq.StartedAdapter.message;
import static io.levee.activemq.StartedAdapter.sendAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageAck;
import org.apache.activemq.command.SubscriptionInfo;
import org.apache.activemq.store.TopicMessageStore;
import org.apache.activemq.util.SubscriptionKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a broker's topic and its durable subscriptions rely on. */
final class TopicContractTest {

  private static final ActiveMQTopic TOPIC = new ActiveMQTopic("prices");

  private StartedAdapter started;
  private TopicMessageStore topic;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    started = new StartedAdapter(directory);
    topic = started.topic("prices");
  }

  @AfterEach
  void stop() {
    started.close();
  }

  private void subscribe(String name, boolean retroactive) throws Exception {
    topic.addSubscription(subscription("client", name), retroactive);
  }

  private static SubscriptionInfo subscription(String clientId, String name) {
    SubscriptionInfo subscription = new SubscriptionInfo(clientId, name);
    subscription.setDestination(TOPIC);
    return subscription;
  }

  private void acknowledge(String name, long number) throws Exception {
    MessageAck ack = ack(TOPIC, id(number), null);
    topic.acknowledge(CONTEXT, "client", name, ack.getLastMessageId(), ack);
  }

  private List<Long> next(String name, int max) throws Exception {
    return next(name, max, new HandedOut());
  }

  private List<Long> next(String name, int max, HandedOut page) throws Exception {
    topic.recoverNextMessages("client", name, max, page);
    return page.numbers();
  }

  @Test
  void aSubscriptionStartsAfterTheLastMessage() throws Exception {
    subscribe("first", false);
    sendAll(topic, 1, 3);
    subscribe("late", false);
    sendAll(topic, 4, 5);
    assertThat(next("first", 10)).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(next("late", 10)).containsExactly(4L, 5L);
    assertThat(topic.getMessageCount("client", "late")).isEqualTo(2);
  }

  @Test
  void aRetroactiveSubscriptionStartsAtTheFirstMessage() throws Exception {
    subscribe("first", false);
    sendAll(topic, 1, 3);
    subscribe("late", true);
    assertThat(topic.getMessageCount("client", "late")).isEqualTo(3);
    assertThat(next("late", 10)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void acknowledgementsMayComeInAnyOrderAndTwice() throws Exception {
    subscribe("a", false);
    sendAll(topic, 1, 5);
    acknowledge("a", 4);
    acknowledge("a", 2);
    acknowledge("a", 2);
    acknowledge("a", 99);
    assertThat(topic.getMessageCount("client", "a")).isEqualTo(3);
    started.restart();
    topic = started.topic("prices");
    assertThat(topic.getMessageCount("client", "a")).isEqualTo(3);
    assertThat(next("a", 10)).containsExactly(1L, 3L, 5L);
  }

  @Test
  void aMessageGoesWhenEverySubscriptionHasAcknowledgedIt() throws Exception {
    subscribe("a", false);
    subscribe("b", false);
    sendAll(topic, 1, 2);
    acknowledge("a", 1);
    assertThat(topic.getMessageCount()).isEqualTo(2);
    acknowledge("b", 1);
    assertThat(topic.getMessageCount()).isEqualTo(1);
    assertThat(topic.getMessageSize()).isEqualTo(topic.getMessageSize("client", "a")).isPositive();
  }

  @Test
  void pagesOfASubscriptionFollowOneAnotherAndIgnoreOtherSubscriptions() throws Exception {
    subscribe("a", false);
    subscribe("b", false);
    sendAll(topic, 1, 4);
    assertThat(next("a", 3)).containsExactly(1L, 2L, 3L);
    assertThat(next("b", 2)).containsExactly(1L, 2L);
    assertThat(next("a", 3)).containsExactly(4L);
    topic.resetBatching("client", "a");
    assertThat(next("a", 3)).containsExactly(1L, 2L, 3L);
    assertThat(next("b", 2)).containsExactly(3L, 4L);
  }

  @Test
  void onlyWhatTheListenerTakesCountsForAPage() throws Exception {
    subscribe("a", false);
    sendAll(topic, 1, 500);
    HandedOut everyHundredth =
        new HandedOut(m -> m.getMessageId().getProducerSequenceId() % 100 == 0, 100);
    assertThat(next("a", 3, everyHundredth)).containsExactly(100L, 200L, 300L);
    assertThat(next("a", 1)).containsExactly(301L);
  }

  @Test
  void aPageEndsWhenTheListenerHasNoSpace() throws Exception {
    subscribe("a", false);
    sendAll(topic, 1, 4);
    assertThat(next("a", 4, new HandedOut(any -> true, 2))).containsExactly(1L, 2L);
    assertThat(next("a", 4)).containsExactly(3L, 4L);
  }

  @Test
  void urgentMessagesAreServedFirstAlsoWhenTheyComeLate() throws Exception {
    topic.setPrioritizedMessages(true);
    subscribe("a", false);
    sendWithPriority(1, 4);
    sendWithPriority(2, 1);
    sendWithPriority(3, 7);
    assertThat(next("a", 2)).containsExactly(3L, 1L);
    sendWithPriority(4, 9);
    assertThat(next("a", 2)).containsExactly(4L, 2L);
    topic.resetBatching("client", "a");
    assertThat(next("a", 10)).containsExactly(3L, 4L, 1L, 2L);
  }

  private void sendWithPriority(int number, int priority) throws Exception {
    Message message = message(TOPIC, number);
    message.setPriority((byte) priority);
    topic.addMessage(CONTEXT, message);
  }

  @Test
  void recoveringASubscriptionDoesNotMoveItsPages() throws Exception {
    subscribe("a", false);
    sendAll(topic, 1, 3);
    acknowledge("a", 2);
    HandedOut all = new HandedOut();
    topic.recoverSubscription("client", "a", all);
    assertThat(all.numbers()).containsExactly(1L, 3L);
    assertThat(next("a", 1)).containsExactly(1L);
  }

  @Test
  void aDeletedSubscriptionHasNothingAndHoldsNothing() throws Exception {
    subscribe("a", false);
    sendAll(topic, 1, 2);
    topic.deleteSubscription("client", "a");
    acknowledge("a", 1);
    assertThat(topic.lookupSubscription("client", "a")).isNull();
    assertThat(topic.getMessageCount("client", "a")).isZero();
    assertThat(topic.getMessageSize("client", "a")).isZero();
    assertThat(next("a", 10)).isEmpty();
    assertThat(topic.getAllSubscriptions()).isEmpty();
  }

  @Test
  void aSubscriptionThatIsMadeAgainStartsItsPagesAnew() throws Exception {
    subscribe("a", false);
    sendAll(topic, 1, 3);
    next("a", 3);
    topic.deleteSubscription("client", "a");
    subscribe("b", false);
    sendAll(topic, 4, 4);
    subscribe("a", true);
    assertThat(next("a", 10)).contains(4L);
  }

  @Test
  void everythingOfASubscriptionIsKept() throws Exception {
    SubscriptionInfo subscription = subscription("client", "a");
    subscription.setSubscribedDestination(new ActiveMQTopic("prices.>"));
    subscription.setSelector("price > 10");
    subscription.setNoLocal(true);
    topic.addSubscription(subscription, false);
    started.restart();
    topic = started.topic("prices");
    SubscriptionInfo kept = topic.lookupSubscription("client", "a");
    assertThat(kept).usingRecursiveComparison().isEqualTo(subscription);
    assertThat(topic.getAllSubscriptions()).containsExactly(kept);
  }

  @Test
  void subscriptionsWhoseNamesReadAlikeAreDifferentOnes() throws Exception {
    topic.addSubscription(subscription("a:b", "c"), false);
    topic.addSubscription(subscription("a", "b:c"), false);
    assertThat(topic.getAllSubscriptions()).hasSize(2);
    topic.deleteSubscription("a:b", "c");
    assertThat(topic.lookupSubscription("a", "b:c")).isNotNull();
  }

  @Test
  void addingASubscriptionThatIsThereKeepsWhatItWaitsFor() throws Exception {
    subscribe("a", false);
    sendAll(topic, 1, 2);
    subscribe("a", false);
    assertThat(next("a", 10)).containsExactly(1L, 2L);
  }

  @Test
  void aChangedSubscriptionStartsAnewAtItsFirstPage() throws Exception {
    subscribe("a", false);
    subscribe("b", false);
    sendAll(topic, 1, 3);
    next("a", 3);
    change("a", false);
    sendAll(topic, 4, 4);
    assertThat(next("a", 10)).containsExactly(4L);
    change("b", true);
    assertThat(next("b", 10)).containsExactly(1L, 2L, 3L, 4L);
    assertThat(topic.lookupSubscription("client", "a").getSelector()).isEqualTo("price > 10");
  }

  @Test
  void aChangedRetroactiveSubscriptionKeepsWhatOnlyItWaitedFor() throws Exception {
    subscribe("a", false);
    sendAll(topic, 1, 3);
    next("a", 2);
    change("a", true);
    assertThat(next("a", 10)).containsExactly(1L, 2L, 3L);
    assertThat(topic.getMessageCount("client", "a")).isEqualTo(3);
  }

  private void change(String name, boolean retroactive) throws Exception {
    SubscriptionInfo changed = subscription("client", name);
    changed.setSelector("price > 10");
    topic.addSubscription(changed, retroactive);
  }

  @Test
  void expiredMessagesAreReportedForTheSubscriptionsThatWaitForThem() throws Exception {
    subscribe("a", false);
    subscribe("b", false);
    sendExpired(1);
    sendAll(topic, 2, 2);
    sendExpired(3);
    acknowledge("b", 1);
    SubscriptionKey a = new SubscriptionKey("client", "a");
    SubscriptionKey b = new SubscriptionKey("client", "b");
    HandedOut reported = new HandedOut();
    Map<SubscriptionKey, List<Message>> expired =
        topic.recoverExpired(Set.of(a, b, new SubscriptionKey("client", "unknown")), 100, reported);
    assertThat(expired.keySet()).containsExactlyInAnyOrder(a, b);
    assertThat(expired.get(a)).hasSize(2);
    assertThat(expired.get(b)).hasSize(1);
    assertThat(reported.numbers()).containsExactly(1L, 3L);
  }

  @Test
  void noMoreMessagesAreLookedAtForExpiryThanWasAskedFor() throws Exception {
    subscribe("a", false);
    sendAll(topic, 1, 2);
    sendExpired(3);
    Set<SubscriptionKey> keys = Set.of(new SubscriptionKey("client", "a"));
    assertThat(topic.recoverExpired(keys, 2, new HandedOut())).isEmpty();
    assertThat(topic.recoverExpired(keys, 3, new HandedOut())).hasSize(1);
  }

  private void sendExpired(int number) throws Exception {
    Message message = message(TOPIC, number);
    message.setExpiration(1);
    topic.addMessage(CONTEXT, message);
  }
}
