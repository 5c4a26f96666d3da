package io.levee.testkit;

import static io.levee.store.Receipt.Status.APPLIED;
import static io.levee.store.StoreException.Code.ALREADY_EXPIRED;
import static io.levee.store.StoreException.Code.MESSAGE_TOO_LARGE;
import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;
import static io.levee.store.StoreException.Code.UNKNOWN_LANE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.levee.store.Bytes;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Outcome;
import io.levee.store.StoreTransaction;
import io.levee.store.StoredMessage;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Storing messages. */
abstract class EnqueueContract extends StoreContractCase {

  @BeforeEach
  void declareQueues() {
    store.declare(ORDERS);
    store.declare(BILLS, DestinationOptions.DEFAULT.withLanes(3));
  }

  @Test
  void aMessageIsGivenBackAsItWasStored() {
    MessageIdentity identity = MessageIdentity.of("producer", 7);
    long expiry = clock.millis() + 60_000;
    Message message =
        Message.of(bytes(10), bytes(20)).withIdentity(identity).expiringAt(expiry).inLane(2);

    Position position = put(BILLS, message);

    StoredMessage stored = stored(position);
    assertThat(stored.position()).isEqualTo(position);
    assertThat(stored.header()).isEqualTo(bytes(10));
    assertThat(stored.body()).contains(bytes(20));
    assertThat(stored.bodySize()).isEqualTo(20);
    assertThat(stored.identity()).contains(identity);
    assertThat(stored.expiresAtMillis()).isEqualTo(expiry);
    assertThat(stored.storedAtMillis()).isEqualTo(clock.millis());
    assertThat(stored.redeliveries()).isZero();
  }

  @Test
  void theBareMessageIsGivenBackAsItWasStored() {
    Position position = put(ORDERS, Message.of(Bytes.EMPTY, Bytes.EMPTY));

    StoredMessage stored = stored(position);
    assertThat(stored.header()).isEqualTo(Bytes.EMPTY);
    assertThat(stored.body()).contains(Bytes.EMPTY);
    assertThat(stored.bodySize()).isZero();
    assertThat(stored.identity()).isEmpty();
    assertThat(stored.expiresAtMillis()).isZero();
  }

  @Test
  void aMessageSurvivesReopening() {
    Message message =
        Message.of(bytes(10), bytes(20))
            .withIdentity(MessageIdentity.of("producer", 7))
            .expiringAt(clock.millis() + 60_000);
    StoredMessage before = stored(put(ORDERS, message));

    reopen();

    assertThat(store.read(before.position())).contains(before);
  }

  @Test
  void sequencesStartAtOneAndFollowTheCommits() {
    List<Position> positions = putAll(ORDERS, "a", "b", "c");

    assertThat(positions).extracting(Position::sequence).containsExactly(1L, 2L, 3L);
    assertThat(positions).extracting(Position::destinationId).containsOnly(info(ORDERS).id());
    assertThat(info(ORDERS).lastSequence()).isEqualTo(3);
    assertThat(bodies(ORDERS)).containsExactly("a", "b", "c");
  }

  @Test
  void sequencesGoOnAfterReopening() {
    putAll(ORDERS, "a", "b");

    reopen();

    assertThat(put(ORDERS, "c").sequence()).isEqualTo(3);
    assertThat(bodies(ORDERS)).containsExactly("a", "b", "c");
  }

  @Test
  void sequencesGoOnAfterTheLastMessageIsGone() {
    Position gone = put(ORDERS, "a");
    commit(tx -> tx.acknowledge(gone));

    reopen();

    assertThat(put(ORDERS, "b").sequence()).isEqualTo(2);
  }

  @Test
  void sequencesAreGivenAtCommitNotBefore() {
    StoreTransaction early = store.begin();
    early.enqueue(ORDERS, message("asked for first"));
    put(ORDERS, "committed first");

    early.commit();

    assertThat(bodies(ORDERS)).containsExactly("committed first", "asked for first");
  }

  @Test
  void lanesKeepTheirOwnOrder() {
    put(BILLS, message("low 1").inLane(2));
    put(BILLS, message("high 1").inLane(0));
    put(BILLS, message("low 2").inLane(2));
    put(BILLS, message("high 2").inLane(0));

    assertThat(bodies(BILLS, 0)).containsExactly("high 1", "high 2");
    assertThat(bodies(BILLS, 1)).isEmpty();
    assertThat(bodies(BILLS, 2)).containsExactly("low 1", "low 2");
  }

  @Test
  void sequencesAreUniqueAcrossLanes() {
    Position low = put(BILLS, message("low").inLane(2));
    Position high = put(BILLS, message("high").inLane(0));

    assertThat(low.lane()).isEqualTo(2);
    assertThat(high.lane()).isZero();
    assertThat(high.sequence()).isGreaterThan(low.sequence());
    assertThat(info(BILLS).lastSequence()).isEqualTo(high.sequence());
  }

  @Test
  void oneTransactionStoresInSeveralDestinations() {
    Receipt receipt =
        commit(
            tx -> {
              tx.enqueue(ORDERS, message("a"));
              tx.enqueue(BILLS, message("b"));
              tx.enqueue(ORDERS, message("c"));
            });

    assertThat(receipt.outcomes()).extracting(Outcome::status).containsOnly(APPLIED);
    assertThat(receipt.outcomes())
        .extracting(outcome -> bodyOf(stored(outcome.position().orElseThrow())))
        .containsExactly("a", "b", "c");
    assertThat(bodies(ORDERS)).containsExactly("a", "c");
    assertThat(bodies(BILLS)).containsExactly("b");
  }

  @Test
  void aRefusalUndoesTheWholeTransaction() {
    Position kept = put(ORDERS, "kept");
    String before = StoreText.describe(store);

    assertThat(
            refusalOf(
                tx -> {
                  tx.enqueue(ORDERS, message("a"));
                  tx.acknowledge(kept);
                  tx.enqueue(NEWS, message("refused"));
                  tx.enqueue(BILLS, message("b"));
                }))
        .isEqualTo(UNKNOWN_DESTINATION);

    assertThat(StoreText.describe(store)).isEqualTo(before);
    reopen();
    assertThat(StoreText.describe(store)).isEqualTo(before);
  }

  @Test
  void aRefusalUsesNoSequence() {
    refusalOf(
        tx -> {
          tx.enqueue(ORDERS, message("a"));
          tx.enqueue(NEWS, message("refused"));
        });

    assertThat(put(ORDERS, "b").sequence()).isEqualTo(1);
  }

  @Test
  void aLaneThatTheDestinationDoesNotHaveIsRefused() {
    assertThat(refusalOf(tx -> tx.enqueue(BILLS, message("a").inLane(3)))).isEqualTo(UNKNOWN_LANE);
    assertThat(refusalOf(tx -> tx.enqueue(ORDERS, message("a").inLane(1)))).isEqualTo(UNKNOWN_LANE);
  }

  @Test
  void aMessageThatHasExpiredIsRefused() {
    Message expired = message("a").expiringAt(clock.millis() - 1);

    assertThat(refusalOf(tx -> tx.enqueue(ORDERS, expired))).isEqualTo(ALREADY_EXPIRED);
    assertThat(info(ORDERS).messageCount()).isZero();
  }

  @Test
  void theLargestHeaderAndBodyAreTaken() {
    Bytes header = bytes(limits.maxHeaderBytes());
    Bytes body = bytes(Math.toIntExact(limits.maxBodyBytes()));

    Position position = put(ORDERS, Message.of(header, body));

    assertThat(stored(position).header()).isEqualTo(header);
    assertThat(stored(position).bodySize()).isEqualTo(body.size());
  }

  @Test
  void aLargerHeaderIsRefused() {
    Message large = Message.of(bytes(limits.maxHeaderBytes() + 1), Bytes.EMPTY);

    assertThat(refusalOf(tx -> tx.enqueue(ORDERS, large))).isEqualTo(MESSAGE_TOO_LARGE);
  }

  @Test
  void aLargerBodyIsRefused() {
    Message large = Message.of(Bytes.EMPTY, bytes(Math.toIntExact(limits.maxBodyBytes() + 1)));

    assertThat(refusalOf(tx -> tx.enqueue(ORDERS, large))).isEqualTo(MESSAGE_TOO_LARGE);
  }

  @Test
  void nothingIsNotAMessage() {
    StoreTransaction transaction = store.begin();

    assertThatNullPointerException().isThrownBy(() -> transaction.enqueue(ORDERS, null));
    assertThatNullPointerException().isThrownBy(() -> transaction.enqueue(null, message("a")));
    transaction.rollback();
  }
}
