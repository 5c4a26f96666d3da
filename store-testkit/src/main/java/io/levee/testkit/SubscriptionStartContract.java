package io.levee.testkit;

import static io.levee.store.Receipt.Status.ABSENT;
import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;
import static io.levee.store.StoreException.Code.WRONG_KIND;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.SubscriptionInfo;
import io.levee.store.Subscriptions.Start;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where subscriptions start: in a topic that was stored to before, and in the place of another. */
abstract class SubscriptionStartContract extends StoreContractCase {

  private static final Bytes ANN = Bytes.utf8("ann");
  private static final Bytes BOB = Bytes.utf8("bob");
  private static final Bytes DATA = Bytes.utf8("price > 10");

  @BeforeEach
  void declareDestinations() {
    store.declare(NEWS);
    store.declare(ORDERS);
  }

  private void subscribe(Bytes name) {
    store.subscriptions().subscribe(NEWS, name, Bytes.EMPTY, Start.AFTER_LAST);
  }

  private SubscriptionInfo resubscribe(Bytes name, Start start) {
    return store.subscriptions().resubscribe(NEWS, name, DATA, start);
  }

  private List<String> pending(Bytes name) {
    return bodiesOf(store.subscriptions().browse(NEWS, name, PageRequest.first(1000)));
  }

  private void awaitBodies(String... bodies) {
    await().untilAsserted(() -> assertThat(info(NEWS).messageCount()).isEqualTo(bodies.length));
    assertThat(bodies(NEWS)).containsExactly(bodies);
  }

  @Test
  void whatWasStoredForNobodyWaitsForTheFirstWhoStartsThere() {
    putAll(NEWS, "a", "b");
    assertThat(bodies(NEWS)).containsExactly("a", "b");

    store.subscriptions().subscribe(NEWS, ANN, Bytes.EMPTY, Start.AT_FIRST);

    assertThat(pending(ANN)).containsExactly("a", "b");
    commit(tx -> tx.settle(NEWS, ANN, 1));
    assertThat(bodies(NEWS)).containsExactly("b");
  }

  @Test
  void whatWasStoredForNobodyGoesWithTheFirstWhoStartsBehindIt() {
    Position large = put(NEWS, Message.of(Bytes.EMPTY, bytes(limits.inlineBodyBytes() * 3)));
    putAll(NEWS, "b", "c");
    reopen();

    subscribe(ANN);

    awaitBodies();
    assertThat(info(NEWS).messageBytes()).isZero();
    assertThat(store.openBody(large)).isEmpty();
    put(NEWS, "d");
    assertThat(pending(ANN)).containsExactly("d");
    store.subscriptions().subscribe(NEWS, BOB, Bytes.EMPTY, Start.AT_FIRST);
    assertThat(pending(BOB)).containsExactly("d");
  }

  @Test
  void whatWasStoredAfterTheLastOneLeftIsForTheNext() {
    subscribe(ANN);
    put(NEWS, "a");
    store.subscriptions().unsubscribe(NEWS, ANN);
    putAll(NEWS, "b", "c");

    store.subscriptions().subscribe(NEWS, BOB, Bytes.EMPTY, Start.AT_FIRST);

    assertThat(pending(BOB)).containsExactly("b", "c");
    commit(
        tx -> {
          tx.settle(NEWS, BOB, 2);
          tx.settle(NEWS, BOB, 3);
        });
    awaitBodies();
  }

  @Test
  void resubscribingReplacesTheDataAndTheStart() {
    subscribe(ANN);
    subscribe(BOB);
    putAll(NEWS, "a", "b", "c");
    commit(tx -> tx.settle(NEWS, ANN, 2));

    SubscriptionInfo made = resubscribe(ANN, Start.AFTER_LAST);
    put(NEWS, "d");

    assertThat(made.data()).isEqualTo(DATA);
    assertThat(made.pendingCount()).isZero();
    assertThat(made.settledThrough()).isEqualTo(3);
    assertThat(pending(ANN)).containsExactly("d");
    assertThat(pending(BOB)).containsExactly("a", "b", "c", "d");
    assertThat(store.subscriptions().list(NEWS)).hasSize(2);
  }

  @Test
  void aReplacedSubscriptionIsStillThatAfterReopening() {
    subscribe(ANN);
    subscribe(BOB);
    putAll(NEWS, "a", "b", "c");
    commit(tx -> tx.settle(NEWS, ANN, 2));
    SubscriptionInfo made = resubscribe(ANN, Start.AFTER_LAST);

    reopen();

    assertThat(store.subscriptions().find(NEWS, ANN)).contains(made);
    assertThat(pending(ANN)).isEmpty();
    assertThat(statusOf(tx -> tx.settle(NEWS, ANN, 1))).isEqualTo(ABSENT);
  }

  @Test
  void whatOnlyTheFormerOneWaitedForGoes() {
    subscribe(ANN);
    subscribe(BOB);
    putAll(NEWS, "a", "b", "c");
    commit(tx -> tx.settle(NEWS, BOB, 2));

    resubscribe(ANN, Start.AFTER_LAST);

    awaitBodies("a", "c");
    assertThat(pending(BOB)).containsExactly("a", "c");
  }

  @Test
  void replacingTheOnlyOneFreesEverything() {
    subscribe(ANN);
    putAll(NEWS, "a", "b");

    resubscribe(ANN, Start.AFTER_LAST);

    awaitBodies();
    put(NEWS, "c");
    assertThat(pending(ANN)).containsExactly("c");
  }

  @Test
  void aNewOneAtTheFirstMessageWaitsForWhatTheFormerOneWaitedFor() {
    subscribe(ANN);
    putAll(NEWS, "a", "b", "c");
    commit(tx -> tx.settle(NEWS, ANN, 1));

    assertThat(resubscribe(ANN, Start.AT_FIRST).pendingCount()).isEqualTo(2);

    assertThat(pending(ANN)).containsExactly("b", "c");
    reopen();
    assertThat(pending(ANN)).containsExactly("b", "c");
  }

  @Test
  void aNewOneAtTheFirstMessageWaitsForWhatTheFormerOneHadSettledToo() {
    subscribe(ANN);
    subscribe(BOB);
    putAll(NEWS, "a", "b", "c");
    commit(tx -> tx.settle(NEWS, ANN, 2));

    resubscribe(ANN, Start.AT_FIRST);

    assertThat(pending(ANN)).containsExactly("a", "b", "c");
    commit(tx -> tx.settle(NEWS, BOB, 2));
    assertThat(bodies(NEWS)).containsExactly("a", "b", "c");
  }

  @Test
  void resubscribingWhereNoneIsSubscribes() {
    assertThat(resubscribe(ANN, Start.AFTER_LAST).pendingCount()).isZero();
    put(NEWS, "a");

    assertThat(pending(ANN)).containsExactly("a");
    assertThat(refusal(() -> resubscribe(Destination.topic("unknown"))))
        .isEqualTo(UNKNOWN_DESTINATION);
    assertThat(refusal(() -> resubscribe(ORDERS))).isEqualTo(WRONG_KIND);
  }

  private void resubscribe(Destination topic) {
    store.subscriptions().resubscribe(topic, ANN, DATA, Start.AFTER_LAST);
  }

  @Test
  void noReaderFindsNeitherTheFormerNorTheNewOne() throws Exception {
    subscribe(ANN);
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Boolean> alwaysThere =
        CompletableFuture.supplyAsync(
            () -> {
              boolean there = true;
              while (!done.get()) {
                there &= store.subscriptions().find(NEWS, ANN).isPresent();
              }
              return there;
            });
    try {
      for (int i = 0; i < 200; i++) {
        resubscribe(ANN, i % 2 == 0 ? Start.AT_FIRST : Start.AFTER_LAST);
      }
    } finally {
      done.set(true);
    }

    assertThat(alwaysThere.get(60, SECONDS)).isTrue();
  }
}
