package io.levee.testkit;

import static io.levee.store.Receipt.Status.ABSENT;
import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.Position;
import io.levee.store.SubscriptionInfo;
import io.levee.store.Subscriptions.Start;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Purging, whatever the number of messages. */
abstract class PurgeContract extends StoreContractCase {

  private static final int MANY = 3000;

  @BeforeEach
  void declareDestinations() {
    store.declare(ORDERS, DestinationOptions.DEFAULT.withLanes(3));
    store.declare(BILLS);
    store.declare(DEAD);
  }

  private void putMany(Destination destination) {
    commit(
        tx -> {
          for (int i = 0; i < MANY; i++) {
            tx.enqueue(destination, message("m" + i));
          }
        });
  }

  private void assertEmpty(Destination destination) {
    assertThat(info(destination).messageCount()).isZero();
    assertThat(info(destination).messageBytes()).isZero();
    assertThat(bodies(destination)).isEmpty();
  }

  @Test
  void purgingRemovesAllAndAnswersHowMany() {
    Position first = put(ORDERS, "a");
    Position second = put(ORDERS, message("b").inLane(2));
    put(BILLS, "other");

    assertThat(store.purge(ORDERS)).isEqualTo(2);

    assertEmpty(ORDERS);
    assertThat(bodies(ORDERS, 2)).isEmpty();
    assertThat(store.read(first)).isEmpty();
    assertThat(store.read(second)).isEmpty();
    assertThat(statusOf(tx -> tx.acknowledge(first))).isEqualTo(ABSENT);
    assertThat(bodies(BILLS)).containsExactly("other");
  }

  @Test
  void purgingCountsOnlyWhatIsThere() {
    List<Position> positions = putAll(ORDERS, "a", "b", "c");
    commit(tx -> tx.acknowledge(positions.get(1)));

    assertThat(store.purge(ORDERS)).isEqualTo(2);
    assertThat(store.purge(ORDERS)).isZero();
  }

  @Test
  void purgingNothingAnswersZero() {
    assertThat(store.purge(ORDERS)).isZero();
  }

  @Test
  void purgingAnUnknownDestinationIsRefused() {
    assertThat(refusal(() -> store.purge(NEWS))).isEqualTo(UNKNOWN_DESTINATION);
  }

  @Test
  void messagesComeAfterAPurge() {
    putAll(ORDERS, "a", "b");
    store.purge(ORDERS);

    Position position = put(ORDERS, "c");

    assertThat(position.sequence()).isEqualTo(3);
    assertThat(bodies(ORDERS)).containsExactly("c");
    assertThat(info(ORDERS).messageCount()).isEqualTo(1);
    assertThat(info(ORDERS).messageBytes()).isEqualTo(2);
    reopen();
    assertThat(bodies(ORDERS)).containsExactly("c");
    assertThat(info(ORDERS).messageCount()).isEqualTo(1);
  }

  @Test
  void aPurgeOfManyIsCompleteAtOnceAndAfterReopening() {
    putMany(BILLS);

    assertThat(store.purge(BILLS)).isEqualTo(MANY);

    assertEmpty(BILLS);
    reopen();
    assertEmpty(BILLS);
    put(BILLS, "new");
    reopen();
    assertThat(bodies(BILLS)).containsExactly("new");
  }

  @Test
  void aRemovalOfManyIsCompleteAtOnceAndAfterReopening() {
    putMany(BILLS);

    assertThat(store.remove(BILLS)).isTrue();
    reopen();

    assertThat(store.find(BILLS)).isEmpty();
    store.declare(BILLS);
    assertEmpty(BILLS);
  }

  @Test
  void oneDestinationIsPurgedAgainAndAgain() {
    for (int round = 1; round <= 5; round++) {
      put(ORDERS, Message.of(Bytes.EMPTY, bytes(limits.inlineBodyBytes() * 3)));
      put(ORDERS, "small");

      assertThat(store.purge(ORDERS)).isEqualTo(2);
      assertEmpty(ORDERS);
    }
    reopen();
    assertEmpty(ORDERS);
    assertThat(info(ORDERS).lastSequence()).isEqualTo(10);
  }

  @Test
  void deadLettersOfAPurgedDestinationStay() {
    Position position = put(ORDERS, "a");
    commit(tx -> tx.deadLetter(position, "dead", "why"));
    put(ORDERS, "b");

    assertThat(store.purge(ORDERS)).isEqualTo(1);

    assertThat(bodies(DEAD)).containsExactly("a");
    assertThat(store.deadLetters().origins("dead")).containsExactly(ORDERS);
  }

  @Test
  void aChannelIsPurgedLikeOthers() {
    Position order = put(ORDERS, "a");
    Position bill = put(BILLS, "b");
    commit(
        tx -> {
          tx.deadLetter(order, "dead", "why");
          tx.deadLetter(bill, "dead", "why");
        });

    assertThat(store.purge(DEAD)).isEqualTo(2);

    assertEmpty(DEAD);
    assertThat(store.deadLetters().list("dead", 0, 10).items()).isEmpty();
    assertThat(store.deadLetters().listFrom("dead", ORDERS, 0, 10).items()).isEmpty();
    assertThat(store.deadLetters().origins("dead")).isEmpty();
    Position late = put(ORDERS, "late");
    commit(tx -> tx.deadLetter(late, "dead", "later"));
    reopen();
    assertThat(bodies(DEAD)).containsExactly("late");
    assertThat(store.deadLetters().origins("dead")).containsExactly(ORDERS);
  }

  @Test
  void aTopicIsPurgedForEverySubscription() {
    Bytes name = Bytes.utf8("s");
    store.declare(NEWS);
    store.subscriptions().subscribe(NEWS, name, Bytes.EMPTY, Start.AFTER_LAST);
    putAll(NEWS, "a", "b");
    commit(tx -> tx.settle(NEWS, name, 1));
    put(NEWS, "c");

    assertThat(store.purge(NEWS)).isEqualTo(2);

    SubscriptionInfo purged = store.subscriptions().find(NEWS, name).orElseThrow();
    assertThat(purged.pendingCount()).isZero();
    assertThat(purged.pendingBytes()).isZero();
    put(NEWS, "d");
    reopen();
    assertThat(store.subscriptions().find(NEWS, name).orElseThrow().pendingCount()).isEqualTo(1);
    assertThat(bodies(NEWS)).containsExactly("d");
  }
}
