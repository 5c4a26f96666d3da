package io.levee.testkit;

import static io.levee.store.Receipt.Status.ABSENT;
import static io.levee.store.Receipt.Status.APPLIED;
import static io.levee.store.StoreException.Code.MESSAGE_TOO_LARGE;
import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.store.Bytes;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Outcome;
import io.levee.store.StoredMessage;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Moving messages, and changing them where they lie: redeliveries and headers. */
abstract class MoveContract extends StoreContractCase {

  @BeforeEach
  void declareQueues() {
    store.declare(ORDERS);
    store.declare(BILLS, DestinationOptions.DEFAULT.withLanes(3));
  }

  @Test
  void aMovedMessageLiesAtTheEndOfItsTarget() {
    Position position = put(ORDERS, "moved");
    put(BILLS, "before");

    Outcome outcome = outcomeOf(tx -> tx.move(position, BILLS));

    assertThat(outcome.status()).isEqualTo(APPLIED);
    assertThat(bodyOf(stored(outcome.position().orElseThrow()))).isEqualTo("moved");
    assertThat(store.read(position)).isEmpty();
    assertThat(bodies(ORDERS)).isEmpty();
    assertThat(bodies(BILLS)).containsExactly("before", "moved");
  }

  @Test
  void aMovedMessageKeepsWhatItIs() {
    MessageIdentity identity = MessageIdentity.of("producer", 7);
    long expiry = clock.millis() + 60_000;
    Position position =
        put(ORDERS, Message.of(bytes(5), bytes(9)).withIdentity(identity).expiringAt(expiry));
    commit(tx -> tx.recordRedelivery(position));

    Position moved = outcomeOf(tx -> tx.move(position, BILLS)).position().orElseThrow();

    reopen();
    StoredMessage stored = stored(moved);
    assertThat(stored.header()).isEqualTo(bytes(5));
    assertThat(stored.body()).contains(bytes(9));
    assertThat(stored.identity()).contains(identity);
    assertThat(stored.expiresAtMillis()).isEqualTo(expiry);
    assertThat(stored.redeliveries()).isEqualTo(1);
  }

  @Test
  void aMovedMessageKeepsItsLaneWhereThereIsSuchALane() {
    Position inLaneTwo = put(BILLS, message("a").inLane(2));

    Position kept = outcomeOf(tx -> tx.move(inLaneTwo, BILLS)).position().orElseThrow();
    Position lost = outcomeOf(tx -> tx.move(kept, ORDERS)).position().orElseThrow();

    assertThat(kept.lane()).isEqualTo(2);
    assertThat(lost.lane()).isZero();
    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void aLargeBodyMovesAlong() {
    Bytes body = bytes(limits.inlineBodyBytes() * 5 + 1);
    Position position = put(ORDERS, Message.of(Bytes.utf8("h"), body));

    Position moved = outcomeOf(tx -> tx.move(position, BILLS)).position().orElseThrow();

    assertThat(LargeBodyContract.wholeBody(store, moved)).isEqualTo(body);
    assertThat(info(ORDERS).messageBytes()).isZero();
    assertThat(info(BILLS).messageBytes()).isEqualTo(1L + body.size());
  }

  @Test
  void aMessageMovesToTheEndOfItsOwnDestination() {
    List<Position> positions = putAll(ORDERS, "a", "b");

    commit(tx -> tx.move(positions.get(0), ORDERS));

    assertThat(bodies(ORDERS)).containsExactly("b", "a");
    assertThat(info(ORDERS).messageCount()).isEqualTo(2);
  }

  @Test
  void movingWhatIsGoneChangesNothing() {
    Position position = put(ORDERS, "a");

    Receipt receipt =
        commit(
            tx -> {
              tx.move(position, BILLS);
              tx.move(position, BILLS);
              tx.acknowledge(position);
            });

    assertThat(receipt.outcomes())
        .extracting(Outcome::status)
        .containsExactly(APPLIED, ABSENT, ABSENT);
    assertThat(bodies(BILLS)).containsExactly("a");
    assertThat(info(BILLS).messageCount()).isEqualTo(1);
  }

  @Test
  void movingToAnUnknownDestinationIsRefused() {
    Position position = put(ORDERS, "a");

    assertThat(refusalOf(tx -> tx.move(position, NEWS))).isEqualTo(UNKNOWN_DESTINATION);
    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void redeliveriesAreCounted() {
    Position position = put(ORDERS, "a");

    assertThat(statusOf(tx -> tx.recordRedelivery(position))).isEqualTo(APPLIED);
    commit(
        tx -> {
          tx.recordRedelivery(position);
          tx.recordRedelivery(position);
        });

    assertThat(stored(position).redeliveries()).isEqualTo(3);
    assertThat(store.browse(ORDERS, PageRequest.first(1)).items())
        .containsExactly(stored(position));
    reopen();
    assertThat(stored(position).redeliveries()).isEqualTo(3);
  }

  @Test
  void redeliveriesOfWhatIsGoneAreNotCounted() {
    Position position = put(ORDERS, "a");
    commit(tx -> tx.acknowledge(position));

    Outcome outcome = outcomeOf(tx -> tx.recordRedelivery(position));

    assertThat(outcome.status()).isEqualTo(ABSENT);
    assertThat(store.read(position)).isEmpty();
  }

  @Test
  void aHeaderIsReplacedInPlace() {
    MessageIdentity identity = MessageIdentity.of("producer", 7);
    long expiry = clock.millis() + 60_000;
    Position position = put(ORDERS, message("a").withIdentity(identity).expiringAt(expiry));
    put(ORDERS, "b");

    Outcome outcome = outcomeOf(tx -> tx.updateHeader(position, bytes(100)));

    assertThat(outcome.status()).isEqualTo(APPLIED);
    assertThat(outcome.position()).contains(position);
    reopen();
    StoredMessage stored = stored(position);
    assertThat(stored.header()).isEqualTo(bytes(100));
    assertThat(bodyOf(stored)).isEqualTo("a");
    assertThat(stored.identity()).contains(identity);
    assertThat(stored.expiresAtMillis()).isEqualTo(expiry);
    assertThat(bodies(ORDERS)).containsExactly("a", "b");
  }

  @Test
  void aHeaderOfAnotherSizeChangesTheBytes() {
    Position position = put(ORDERS, Message.of(bytes(10), bytes(5)));

    commit(tx -> tx.updateHeader(position, bytes(3)));
    assertThat(info(ORDERS).messageBytes()).isEqualTo(8);

    commit(
        tx -> {
          tx.updateHeader(position, bytes(50));
          tx.updateHeader(position, bytes(20));
        });
    assertThat(info(ORDERS).messageBytes()).isEqualTo(25);
    assertThat(info(ORDERS).messageCount()).isEqualTo(1);
    reopen();
    assertThat(info(ORDERS).messageBytes()).isEqualTo(25);
  }

  @Test
  void aHeaderOfWhatIsGoneIsNotReplaced() {
    Position position = put(ORDERS, "a");

    Receipt receipt =
        commit(
            tx -> {
              tx.acknowledge(position);
              tx.updateHeader(position, bytes(9));
            });

    assertThat(receipt.outcomes()).extracting(Outcome::status).containsExactly(APPLIED, ABSENT);
    assertThat(store.read(position)).isEmpty();
    assertThat(info(ORDERS).messageBytes()).isZero();
  }

  @Test
  void aHeaderBeyondTheLimitIsRefused() {
    Position position = put(ORDERS, "a");
    Bytes large = bytes(limits.maxHeaderBytes() + 1);

    assertThat(refusalOf(tx -> tx.updateHeader(position, large))).isEqualTo(MESSAGE_TOO_LARGE);
    assertThat(stored(position).header()).isEqualTo(Bytes.utf8("h"));
  }

  @Test
  void whatWasChangedAndMovedInOneTransactionIsBoth() {
    Position position = put(ORDERS, "a");

    Receipt receipt =
        commit(
            tx -> {
              tx.updateHeader(position, Bytes.utf8("new"));
              tx.recordRedelivery(position);
              tx.move(position, BILLS);
            });

    StoredMessage moved = stored(receipt.outcomes().get(2).position().orElseThrow());
    assertThat(moved.header()).isEqualTo(Bytes.utf8("new"));
    assertThat(moved.redeliveries()).isEqualTo(1);
    assertThat(info(BILLS).messageBytes()).isEqualTo(4);
  }
}
