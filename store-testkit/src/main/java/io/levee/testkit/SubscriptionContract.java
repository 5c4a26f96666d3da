package io.levee.testkit;

import static io.levee.store.StoreException.Code.MESSAGE_TOO_LARGE;
import static io.levee.store.StoreException.Code.NAME_TOO_LONG;
import static io.levee.store.StoreException.Code.SUBSCRIPTION_EXISTS;
import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;
import static io.levee.store.StoreException.Code.WRONG_KIND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.StoredMessage;
import io.levee.store.SubscriptionInfo;
import io.levee.store.Subscriptions.Start;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Making, finding, browsing and removing subscriptions. */
abstract class SubscriptionContract extends StoreContractCase {

  static final Bytes ANN = Bytes.utf8("ann");
  static final Bytes BOB = Bytes.utf8("bob");

  @BeforeEach
  void declareDestinations() {
    store.declare(NEWS);
    store.declare(ORDERS);
  }

  SubscriptionInfo subscribe(Bytes name) {
    return store.subscriptions().subscribe(NEWS, name, Bytes.EMPTY, Start.AFTER_LAST);
  }

  SubscriptionInfo found(Bytes name) {
    return store.subscriptions().find(NEWS, name).orElseThrow();
  }

  List<String> pending(Bytes name) {
    return bodiesOf(store.subscriptions().browse(NEWS, name, PageRequest.first(1000)));
  }

  void assertPending(Bytes name, long count, long bytes) {
    assertThat(found(name).pendingCount()).isEqualTo(count);
    assertThat(found(name).pendingBytes()).isEqualTo(bytes);
  }

  @Test
  void aNewSubscriptionWaitsForWhatComes() {
    SubscriptionInfo made = subscribe(ANN);
    putAll(NEWS, "a", "b");

    assertThat(made.topic()).isEqualTo(NEWS);
    assertThat(made.name()).isEqualTo(ANN);
    assertThat(made.pendingCount()).isZero();
    assertThat(pending(ANN)).containsExactly("a", "b");
    assertPending(ANN, 2, 4);
  }

  @Test
  void aSubscriptionStartsAfterTheLastStoredMessage() {
    subscribe(ANN);
    putAll(NEWS, "a", "b");

    SubscriptionInfo late = subscribe(BOB);
    put(NEWS, "c");

    assertThat(late.settledThrough()).isEqualTo(2);
    assertThat(late.pendingCount()).isZero();
    assertThat(pending(BOB)).containsExactly("c");
    assertThat(pending(ANN)).containsExactly("a", "b", "c");
    assertPending(BOB, 1, 2);
  }

  @Test
  void aSubscriptionStartsAtTheFirstStoredMessageOnRequest() {
    subscribe(ANN);
    putAll(NEWS, "a", "b", "c");
    commit(tx -> tx.settle(NEWS, ANN, 1));

    SubscriptionInfo retroactive =
        store.subscriptions().subscribe(NEWS, BOB, Bytes.EMPTY, Start.AT_FIRST);

    assertThat(retroactive.pendingCount()).isEqualTo(2);
    assertThat(retroactive.pendingBytes()).isEqualTo(4);
    assertThat(pending(BOB)).containsExactly("b", "c");
  }

  @Test
  void namesAndDataHaveTheLimitsOfNamesAndHeaders() {
    Bytes longName = bytes(limits.maxNameBytes() + 1);
    Bytes largeData = bytes(limits.maxHeaderBytes() + 1);

    assertThat(refusal(() -> subscribe(longName))).isEqualTo(NAME_TOO_LONG);
    assertThat(refusal(() -> store.subscriptions().subscribe(NEWS, ANN, largeData, Start.AT_FIRST)))
        .isEqualTo(MESSAGE_TOO_LARGE);
    assertThat(store.subscriptions().list(NEWS)).isEmpty();
  }

  @Test
  void aPageGoesOnBehindWhatWasSettledAhead() {
    subscribe(ANN);
    subscribe(BOB);
    for (int i = 1; i <= 300; i++) {
      put(NEWS, "m" + i);
    }
    commit(
        tx -> {
          for (int sequence = 3; sequence < 300; sequence++) {
            if (sequence != 150) {
              tx.settle(NEWS, ANN, sequence);
            }
          }
        });

    assertThat(pending(ANN)).containsExactly("m1", "m2", "m150", "m300");
    assertThat(bodiesOf(store.subscriptions().browse(NEWS, ANN, PageRequest.after(2, 1))))
        .containsExactly("m150");
    assertThat(store.subscriptions().browse(NEWS, ANN, PageRequest.after(2, 1)).more()).isTrue();
    assertThat(store.subscriptions().browse(NEWS, ANN, PageRequest.after(150, 10)).more())
        .isFalse();
    assertThat(pending(BOB)).hasSize(300);
  }

  @Test
  void aMessageGoesWithTheLastOfManySubscriptionsThatSettlesIt() {
    List<Bytes> names = Stream.of("a", "b", "c", "d", "e").map(Bytes::utf8).toList();
    names.forEach(this::subscribe);
    putAll(NEWS, "x", "y");

    for (int last : new int[] {2, 0, 4}) {
      put(NEWS, "z");
      long sequence = store.find(NEWS).orElseThrow().lastSequence();
      for (int i = 0; i < names.size(); i++) {
        if (i != last) {
          Bytes name = names.get(i);
          commit(tx -> tx.settle(NEWS, name, sequence));
        }
      }
      assertThat(bodies(NEWS)).containsExactly("x", "y", "z");
      commit(tx -> tx.settle(NEWS, names.get(last), sequence));
      assertThat(bodies(NEWS)).containsExactly("x", "y");
    }
  }

  @Test
  void aSubscriptionAtTheFirstMessageOfAnEmptyTopicWaitsForWhatComes() {
    store.subscriptions().subscribe(NEWS, ANN, Bytes.EMPTY, Start.AT_FIRST);

    put(NEWS, "a");

    assertThat(pending(ANN)).containsExactly("a");
  }

  @Test
  void aSubscriptionSurvivesReopening() {
    store.subscriptions().subscribe(NEWS, ANN, bytes(300), Start.AFTER_LAST);
    putAll(NEWS, "a", "b", "c");
    commit(tx -> tx.settle(NEWS, ANN, 2));
    SubscriptionInfo before = found(ANN);

    reopen();

    assertThat(found(ANN)).isEqualTo(before);
    assertThat(before.data()).isEqualTo(bytes(300));
    assertThat(pending(ANN)).containsExactly("a", "c");
  }

  @Test
  void subscribingTwiceIsRefused() {
    subscribe(ANN);

    assertThat(refusal(() -> subscribe(ANN))).isEqualTo(SUBSCRIPTION_EXISTS);
    assertThat(store.subscriptions().list(NEWS)).hasSize(1);
  }

  @Test
  void onlyADeclaredTopicIsSubscribedTo() {
    Destination unknown = Destination.topic("unknown");

    assertThat(
            refusal(
                () -> store.subscriptions().subscribe(unknown, ANN, Bytes.EMPTY, Start.AFTER_LAST)))
        .isEqualTo(UNKNOWN_DESTINATION);
    assertThat(
            refusal(
                () -> store.subscriptions().subscribe(ORDERS, ANN, Bytes.EMPTY, Start.AFTER_LAST)))
        .isEqualTo(WRONG_KIND);
  }

  @Test
  void subscriptionsComeInTheOrderOfTheirNames() {
    subscribe(BOB);
    subscribe(Bytes.copyOf(new byte[] {(byte) 0xFF}));
    subscribe(ANN);
    subscribe(Bytes.copyOf(new byte[] {0}));
    subscribe(Bytes.utf8("an"));

    reopen();

    assertThat(store.subscriptions().list(NEWS))
        .extracting(SubscriptionInfo::name)
        .containsExactly(
            Bytes.copyOf(new byte[] {0}),
            Bytes.utf8("an"),
            ANN,
            BOB,
            Bytes.copyOf(new byte[] {(byte) 0xFF}));
  }

  @Test
  void absenceIsAnEmptyAnswer() {
    Destination unknown = Destination.topic("unknown");

    assertThat(store.subscriptions().find(NEWS, ANN)).isEmpty();
    assertThat(store.subscriptions().find(unknown, ANN)).isEmpty();
    assertThat(store.subscriptions().list(NEWS)).isEmpty();
    assertThat(store.subscriptions().list(unknown)).isEmpty();
    assertThat(pending(ANN)).isEmpty();
    assertThat(store.subscriptions().isPending(NEWS, ANN, 1)).isFalse();
    assertThat(store.subscriptions().unsubscribe(NEWS, ANN)).isFalse();
    assertThat(store.subscriptions().unsubscribe(unknown, ANN)).isFalse();
  }

  @Test
  void topicsHaveTheirOwnSubscriptions() {
    Destination sports = Destination.topic("sports");
    store.declare(sports);
    subscribe(ANN);
    store.subscriptions().subscribe(sports, ANN, Bytes.EMPTY, Start.AFTER_LAST);

    put(NEWS, "a");

    assertThat(pending(ANN)).containsExactly("a");
    assertThat(store.subscriptions().find(sports, ANN).orElseThrow().pendingCount()).isZero();
  }

  @Test
  void pagesTogetherHoldEveryPendingMessageOnce() {
    subscribe(ANN);
    for (int i = 1; i <= 20; i++) {
      put(NEWS, "m" + i);
    }
    for (long settled : new long[] {1, 2, 7, 8, 9, 20}) {
      commit(tx -> tx.settle(NEWS, ANN, settled));
    }

    List<StoredMessage> all =
        inPages(
            3,
            after -> store.subscriptions().browse(NEWS, ANN, PageRequest.after(after, 3)),
            message -> message.position().sequence());

    assertThat(all)
        .extracting(message -> message.position().sequence())
        .containsExactly(3L, 4L, 5L, 6L, 10L, 11L, 12L, 13L, 14L, 15L, 16L, 17L, 18L, 19L);
  }

  @Test
  void anUnsubscribedOneIsGone() {
    subscribe(ANN);
    put(NEWS, "a");

    assertThat(store.subscriptions().unsubscribe(NEWS, ANN)).isTrue();

    assertThat(store.subscriptions().unsubscribe(NEWS, ANN)).isFalse();
    assertThat(store.subscriptions().find(NEWS, ANN)).isEmpty();
    assertThat(pending(ANN)).isEmpty();
    assertThat(store.subscriptions().isPending(NEWS, ANN, 1)).isFalse();
    reopen();
    assertThat(store.subscriptions().list(NEWS)).isEmpty();
  }

  @Test
  void unsubscribingFreesWhatNobodyElseWaitsFor() {
    subscribe(ANN);
    subscribe(BOB);
    List<Position> positions = putAll(NEWS, "a", "b", "c");
    commit(
        tx -> {
          tx.settle(NEWS, BOB, 1);
          tx.settle(NEWS, BOB, 3);
        });

    store.subscriptions().unsubscribe(NEWS, ANN);

    await().untilAsserted(() -> assertThat(info(NEWS).messageCount()).isEqualTo(1));
    assertThat(info(NEWS).messageBytes()).isEqualTo(2);
    assertThat(store.read(positions.get(0))).isEmpty();
    assertThat(store.read(positions.get(2))).isEmpty();
    assertThat(pending(BOB)).containsExactly("b");
    assertPending(BOB, 1, 2);
  }

  @Test
  void theLastOneToLeaveFreesEverything() {
    subscribe(ANN);
    putAll(NEWS, "a", "b", "c");

    store.subscriptions().unsubscribe(NEWS, ANN);

    await().untilAsserted(() -> assertThat(info(NEWS).messageCount()).isZero());
    assertThat(info(NEWS).messageBytes()).isZero();
    assertThat(bodies(NEWS)).isEmpty();
  }

  @Test
  void aNameThatIsTakenAgainStartsAnew() {
    subscribe(ANN);
    subscribe(BOB);
    putAll(NEWS, "a", "b");
    commit(tx -> tx.settle(NEWS, ANN, 2));
    store.subscriptions().unsubscribe(NEWS, ANN);

    subscribe(ANN);
    put(NEWS, "c");

    assertThat(pending(ANN)).containsExactly("c");
    assertThat(pending(BOB)).containsExactly("a", "b", "c");
  }

  @Test
  void aRemovedTopicTakesItsSubscriptionsAlong() {
    subscribe(ANN);
    put(NEWS, "a");
    store.remove(NEWS);

    assertThat(store.subscriptions().find(NEWS, ANN)).isEmpty();
    store.declare(NEWS);
    assertThat(store.subscriptions().list(NEWS)).isEmpty();
    subscribe(ANN);
    assertPending(ANN, 0, 0);
  }
}
