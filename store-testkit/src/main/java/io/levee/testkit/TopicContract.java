package io.levee.testkit;

import static io.levee.store.Receipt.Status.ABSENT;
import static io.levee.store.Receipt.Status.APPLIED;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.store.Bytes;
import io.levee.store.Message;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Outcome;
import io.levee.store.SubscriptionInfo;
import io.levee.store.Subscriptions.Start;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Messages of a topic that two subscriptions wait for: settling them, and removing them for all.
 */
abstract class TopicContract extends StoreContractCase {

  private static final Bytes ANN = Bytes.utf8("ann");
  private static final Bytes BOB = Bytes.utf8("bob");

  @BeforeEach
  void declareTopic() {
    store.declare(NEWS);
    store.declare(ORDERS);
    for (Bytes name : List.of(ANN, BOB)) {
      store.subscriptions().subscribe(NEWS, name, Bytes.EMPTY, Start.AFTER_LAST);
    }
  }

  private SubscriptionInfo found(Bytes name) {
    return store.subscriptions().find(NEWS, name).orElseThrow();
  }

  private List<String> pending(Bytes name) {
    return bodiesOf(store.subscriptions().browse(NEWS, name, PageRequest.first(1000)));
  }

  private Receipt.Status settle(Bytes name, long sequence) {
    return statusOf(tx -> tx.settle(NEWS, name, sequence));
  }

  private void assertPending(Bytes name, long count, long bytes) {
    assertThat(found(name).pendingCount()).isEqualTo(count);
    assertThat(found(name).pendingBytes()).isEqualTo(bytes);
  }

  @Test
  void aSettledMessageIsNotGivenAgainToThatSubscription() {
    putAll(NEWS, "a", "b", "c");

    assertThat(settle(ANN, 2)).isEqualTo(APPLIED);

    assertThat(pending(ANN)).containsExactly("a", "c");
    assertThat(store.subscriptions().isPending(NEWS, ANN, 2)).isFalse();
    assertThat(store.subscriptions().isPending(NEWS, BOB, 2)).isTrue();
    assertThat(pending(BOB)).containsExactly("a", "b", "c");
    assertPending(ANN, 2, 4);
    assertPending(BOB, 3, 6);
    assertThat(info(NEWS).messageCount()).isEqualTo(3);
  }

  @Test
  void settlingTwiceCountsOnce() {
    putAll(NEWS, "a", "b");
    settle(ANN, 1);

    assertThat(settle(ANN, 1)).isEqualTo(ABSENT);
    assertPending(ANN, 1, 2);
  }

  @Test
  void settlingTwiceInOneTransactionCountsOnce() {
    putAll(NEWS, "a", "b");

    Receipt receipt =
        commit(
            tx -> {
              tx.settle(NEWS, ANN, 2);
              tx.settle(NEWS, ANN, 2);
            });

    assertThat(receipt.outcomes()).extracting(Outcome::status).containsExactly(APPLIED, ABSENT);
    assertPending(ANN, 1, 2);
  }

  @Test
  void settlingWhatNeverWasChangesNothing() {
    put(NEWS, "a");

    assertThat(settle(ANN, 2)).isEqualTo(ABSENT);
    assertThat(settle(ANN, Long.MAX_VALUE)).isEqualTo(ABSENT);
    put(NEWS, "b");

    assertThat(pending(ANN)).containsExactly("a", "b");
    assertPending(ANN, 2, 4);
  }

  @Test
  void settlingForASubscriptionThatIsNotThereChangesNothing() {
    Position position = put(NEWS, "a");

    assertThat(settle(Bytes.utf8("carl"), 1)).isEqualTo(ABSENT);
    assertThat(store.read(position)).isPresent();
    assertThat(pending(ANN)).containsExactly("a");
  }

  @Test
  void aMessageGoesWhenEverySubscriptionHasSettledIt() {
    Position position = put(NEWS, Message.of(Bytes.EMPTY, bytes(limits.inlineBodyBytes() * 3)));
    put(NEWS, "b");
    settle(BOB, 1);
    assertThat(store.read(position)).isPresent();

    settle(ANN, 1);

    assertThat(store.read(position)).isEmpty();
    assertThat(store.openBody(position)).isEmpty();
    assertThat(info(NEWS).messageCount()).isEqualTo(1);
    assertThat(info(NEWS).messageBytes()).isEqualTo(2);
    assertThat(bodies(NEWS)).containsExactly("b");
  }

  @Test
  void aMessageGoesWhenAllSettleItInOneTransaction() {
    Position position = put(NEWS, "a");

    commit(
        tx -> {
          tx.settle(NEWS, ANN, 1);
          tx.settle(NEWS, BOB, 1);
        });

    assertThat(store.read(position)).isEmpty();
    assertThat(info(NEWS).messageCount()).isZero();
  }

  @Test
  void messagesAreSettledInAnyOrder() {
    for (int i = 1; i <= 40; i++) {
      put(NEWS, "m" + i);
    }
    List<Long> order = new ArrayList<>(LongStream.rangeClosed(1, 40).boxed().toList());
    Collections.shuffle(order, new Random(4));

    for (int i = 0; i < 40; i++) {
      long next = order.get(i);
      assertThat(settle(ANN, next)).isEqualTo(APPLIED);
      assertThat(found(ANN).pendingCount()).isEqualTo(39 - i);
      assertThat(found(ANN).settledThrough()).isEqualTo(Collections.min(rest(order, i)) - 1);
    }

    assertPending(ANN, 0, 0);
    assertThat(pending(ANN)).isEmpty();
    assertThat(pending(BOB)).hasSize(40);
  }

  /** What is not settled yet, and the first message that is still to come. */
  private static List<Long> rest(List<Long> order, int settled) {
    List<Long> rest = new ArrayList<>(order.subList(settled + 1, order.size()));
    rest.add(order.size() + 1L);
    return rest;
  }

  @Test
  void settledMessagesStaySettledAfterReopening() {
    putAll(NEWS, "a", "b", "c", "d", "e");
    settle(ANN, 1);
    settle(ANN, 3);
    settle(ANN, 5);
    settle(BOB, 4);

    reopen();

    assertThat(pending(ANN)).containsExactly("b", "d");
    assertThat(pending(BOB)).containsExactly("a", "b", "c", "e");
    assertPending(ANN, 2, 4);
    assertPending(BOB, 4, 8);
    assertThat(settle(ANN, 3)).isEqualTo(ABSENT);
  }

  @Test
  void anAcknowledgedMessageGoesForEverySubscription() {
    List<Position> positions = putAll(NEWS, "a", "b", "c");
    settle(ANN, 2);

    assertThat(statusOf(tx -> tx.acknowledge(positions.get(1)))).isEqualTo(APPLIED);
    assertThat(statusOf(tx -> tx.acknowledge(positions.get(2)))).isEqualTo(APPLIED);

    assertThat(pending(ANN)).containsExactly("a");
    assertThat(pending(BOB)).containsExactly("a");
    assertPending(ANN, 1, 2);
    assertPending(BOB, 1, 2);
    assertThat(settle(BOB, 2)).isEqualTo(ABSENT);
    reopen();
    assertPending(ANN, 1, 2);
    assertPending(BOB, 1, 2);
  }

  @Test
  void aMovedMessageGoesForEverySubscription() {
    List<Position> positions = putAll(NEWS, "a", "b");

    commit(tx -> tx.move(positions.get(0), ORDERS));

    assertThat(bodies(ORDERS)).containsExactly("a");
    assertPending(ANN, 1, 2);
    assertPending(BOB, 1, 2);
  }

  @Test
  void aMessageThatMovesIntoATopicComesToEverySubscription() {
    put(NEWS, "a");
    Position order = put(ORDERS, "b");

    commit(tx -> tx.move(order, NEWS));

    assertThat(pending(ANN)).containsExactly("a", "b");
    assertThat(pending(BOB)).containsExactly("a", "b");
  }

  @Test
  void aHeaderOfAnotherSizeChangesThePendingBytes() {
    List<Position> positions = putAll(NEWS, "a", "b");
    settle(ANN, 1);

    commit(tx -> tx.updateHeader(positions.get(0), bytes(11)));

    assertPending(ANN, 1, 2);
    assertPending(BOB, 2, 14);
    settle(BOB, 1);
    assertPending(BOB, 1, 2);
    reopen();
    assertPending(BOB, 1, 2);
  }

  @Test
  void aRefusedTransactionSettlesNothing() {
    put(NEWS, "a");

    refusalOf(
        tx -> {
          tx.settle(NEWS, ANN, 1);
          tx.enqueue(BILLS, message("refused"));
        });

    assertThat(pending(ANN)).containsExactly("a");
    assertPending(ANN, 1, 2);
  }

  @Test
  void manySubscriptionsShareOneStoredMessage() {
    List<Bytes> names = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Bytes name = Bytes.utf8("s" + i);
      store.subscriptions().subscribe(NEWS, name, Bytes.EMPTY, Start.AFTER_LAST);
      names.add(name);
    }
    put(NEWS, "a");
    assertThat(info(NEWS).messageCount()).isEqualTo(1);

    commit(tx -> names.forEach(name -> tx.settle(NEWS, name, 1)));
    commit(tx -> tx.settle(NEWS, ANN, 1));
    assertThat(info(NEWS).messageCount()).isEqualTo(1);
    commit(tx -> tx.settle(NEWS, BOB, 1));

    assertThat(info(NEWS).messageCount()).isZero();
  }
}
