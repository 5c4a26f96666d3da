package io.levee.testkit;

import static io.levee.store.Receipt.Status.ABSENT;
import static io.levee.store.Receipt.Status.APPLIED;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.store.Bytes;
import io.levee.store.DestinationInfo;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Acknowledging, and the counters that follow. */
abstract class AcknowledgeContract extends StoreContractCase {

  @BeforeEach
  void declareQueues() {
    store.declare(ORDERS);
    store.declare(BILLS, DestinationOptions.DEFAULT.withLanes(3));
  }

  @Test
  void anAcknowledgedMessageIsGone() {
    List<Position> positions = putAll(ORDERS, "a", "b", "c");
    Position second = positions.get(1);

    Outcome outcome = outcomeOf(tx -> tx.acknowledge(second));

    assertThat(outcome.status()).isEqualTo(APPLIED);
    assertThat(outcome.position()).contains(second);
    assertThat(bodies(ORDERS)).containsExactly("a", "c");
    assertThat(store.read(second)).isEmpty();
    assertThat(store.openBody(second)).isEmpty();
    assertThat(store.readChunk(second, 0)).isEmpty();
  }

  @Test
  void anAcknowledgedMessageStaysAwayAfterReopening() {
    List<Position> positions = putAll(ORDERS, "a", "b");
    commit(tx -> tx.acknowledge(positions.get(0)));

    reopen();

    assertThat(bodies(ORDERS)).containsExactly("b");
    assertThat(store.read(positions.get(0))).isEmpty();
  }

  @Test
  void acknowledgingTwiceCountsOnce() {
    Position position = put(ORDERS, "a");
    put(ORDERS, "b");
    commit(tx -> tx.acknowledge(position));

    Outcome again = outcomeOf(tx -> tx.acknowledge(position));

    assertThat(again.status()).isEqualTo(ABSENT);
    assertThat(again.position()).contains(position);
    assertThat(info(ORDERS).messageCount()).isEqualTo(1);
  }

  @Test
  void acknowledgingTwiceInOneTransactionCountsOnce() {
    Position position = put(ORDERS, "a");
    put(ORDERS, "b");

    Receipt receipt =
        commit(
            tx -> {
              tx.acknowledge(position);
              tx.acknowledge(position);
            });

    assertThat(receipt.outcomes()).extracting(Outcome::status).containsExactly(APPLIED, ABSENT);
    assertThat(receipt.appliedCount()).isEqualTo(1);
    assertThat(info(ORDERS).messageCount()).isEqualTo(1);
    assertThat(bodies(ORDERS)).containsExactly("b");
  }

  @Test
  void acknowledgingWhatNeverWasChangesNothing() {
    Position real = put(ORDERS, "a");
    int orders = real.destinationId();
    String before = StoreText.describe(store);

    Receipt receipt =
        commit(
            tx -> {
              tx.acknowledge(new Position(orders, 0, 2));
              tx.acknowledge(new Position(orders, 1, 1));
              tx.acknowledge(new Position(orders, 0, Long.MAX_VALUE));
              tx.acknowledge(new Position(Integer.MAX_VALUE, 0, 1));
            });

    assertThat(receipt.outcomes()).extracting(Outcome::status).containsOnly(ABSENT);
    assertThat(receipt.appliedCount()).isZero();
    assertThat(StoreText.describe(store)).isEqualTo(before);
  }

  @Test
  void anAcknowledgementTakesOnlyTheMessageOfItsOwnDestination() {
    Position inOrders = put(ORDERS, "a");
    Position inBills = put(BILLS, "b");
    assertThat(inOrders.sequence()).isEqualTo(inBills.sequence());

    commit(tx -> tx.acknowledge(inBills));

    assertThat(bodies(ORDERS)).containsExactly("a");
    assertThat(bodies(BILLS)).isEmpty();
  }

  @Test
  void messagesAreAcknowledgedInAnyOrder() {
    List<Position> positions = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      positions.add(put(BILLS, message("m" + i).inLane(i % 3)));
    }
    Collections.shuffle(positions, new Random(4));

    for (Position position : positions.subList(0, 49)) {
      assertThat(statusOf(tx -> tx.acknowledge(position))).isEqualTo(APPLIED);
    }

    Position last = positions.get(49);
    assertThat(info(BILLS).messageCount()).isEqualTo(1);
    assertThat(bodies(BILLS, last.lane())).containsExactly("m" + (last.sequence() - 1));
    reopen();
    assertThat(info(BILLS).messageCount()).isEqualTo(1);
    assertThat(bodies(BILLS, last.lane())).containsExactly("m" + (last.sequence() - 1));
  }

  @Test
  void aMessageBehindAGapIsFoundAfterTheHeadIsGone() {
    List<Position> positions = putAll(ORDERS, "a", "b", "c", "d");

    commit(tx -> positions.subList(1, 3).forEach(tx::acknowledge));
    assertThat(bodies(ORDERS)).containsExactly("a", "d");

    commit(tx -> tx.acknowledge(positions.get(0)));
    assertThat(bodies(ORDERS)).containsExactly("d");
    reopen();
    assertThat(bodies(ORDERS)).containsExactly("d");
  }

  @Test
  void oneTransactionTakesAndStores() {
    Position taken = put(ORDERS, "request");

    commit(
        tx -> {
          tx.acknowledge(taken);
          tx.enqueue(BILLS, message("answer"));
        });

    assertThat(bodies(ORDERS)).isEmpty();
    assertThat(bodies(BILLS)).containsExactly("answer");
  }

  @Test
  void operationsSeeThoseBeforeThemInTheirTransaction() {
    Position expected = new Position(info(ORDERS).id(), 0, 1);

    Receipt receipt =
        commit(
            tx -> {
              tx.acknowledge(expected);
              tx.enqueue(ORDERS, message("a"));
              tx.acknowledge(expected);
            });

    assertThat(receipt.outcomes())
        .extracting(Outcome::status)
        .containsExactly(ABSENT, APPLIED, APPLIED);
    assertThat(info(ORDERS).messageCount()).isZero();
    assertThat(bodies(ORDERS)).isEmpty();
  }

  @Test
  void countAndBytesAreThoseOfHeadersAndBodies() {
    Position first = put(ORDERS, Message.of(bytes(3), bytes(10)));
    put(ORDERS, Message.of(Bytes.EMPTY, bytes(limits.inlineBodyBytes() * 3 + 7)));
    put(ORDERS, Message.of(Bytes.EMPTY, Bytes.EMPTY));
    assertCounts(3, 13 + limits.inlineBodyBytes() * 3L + 7);

    commit(tx -> tx.acknowledge(first));
    assertCounts(2, limits.inlineBodyBytes() * 3L + 7);

    reopen();
    assertCounts(2, limits.inlineBodyBytes() * 3L + 7);
  }

  @Test
  void countAndBytesAreOfAllLanes() {
    put(BILLS, Message.of(bytes(1), bytes(1)).inLane(0));
    Position second = put(BILLS, Message.of(bytes(2), bytes(2)).inLane(2));

    assertThat(info(BILLS).messageCount()).isEqualTo(2);
    assertThat(info(BILLS).messageBytes()).isEqualTo(6);

    commit(tx -> tx.acknowledge(second));

    assertThat(info(BILLS).messageCount()).isEqualTo(1);
    assertThat(info(BILLS).messageBytes()).isEqualTo(2);
  }

  private void assertCounts(long count, long bytes) {
    DestinationInfo info = info(ORDERS);
    assertThat(info.messageCount()).isEqualTo(count);
    assertThat(info.messageBytes()).isEqualTo(bytes);
    assertThat(store.destinations()).contains(info);
  }
}
