package io.levee.testkit;

import static io.levee.store.Receipt.Status.APPLIED;
import static io.levee.store.Receipt.Status.DUPLICATE;
import static io.levee.store.StoreException.Code.DUPLICATE_ID;
import static io.levee.store.StoreTransaction.OnDuplicate.KEEP_STORED;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.store.Bytes;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Outcome;
import io.levee.store.StoreException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Producers' names for their messages: finding by them, and not storing one twice. */
abstract class IdentityContract extends StoreContractCase {

  private static final MessageIdentity SEVENTH = MessageIdentity.of("producer", 7);

  @BeforeEach
  void declareQueues() {
    store.declare(ORDERS);
    store.declare(BILLS);
  }

  private static Message seventh(String body) {
    return message(body).withIdentity(SEVENTH);
  }

  @Test
  void aDuplicateIsRefused() {
    put(ORDERS, seventh("first"));

    assertThat(refusalOf(tx -> tx.enqueue(ORDERS, seventh("second")))).isEqualTo(DUPLICATE_ID);
    assertThat(bodies(ORDERS)).containsExactly("first");
  }

  @Test
  void aDuplicateRefusesTheWholeTransaction() {
    put(ORDERS, seventh("first"));

    assertThat(
            refusalOf(
                tx -> {
                  tx.enqueue(BILLS, message("beside"));
                  tx.enqueue(ORDERS, seventh("second"));
                }))
        .isEqualTo(DUPLICATE_ID);
    assertThat(bodies(BILLS)).isEmpty();
  }

  @Test
  void aDuplicateIsRefusedAfterReopening() {
    put(ORDERS, seventh("first"));

    reopen();

    assertThat(refusalOf(tx -> tx.enqueue(ORDERS, seventh("second")))).isEqualTo(DUPLICATE_ID);
  }

  @Test
  void aDuplicateOnRequestKeepsTheStoredOne() {
    Position first = put(ORDERS, seventh("first"));

    Receipt receipt =
        commit(
            tx -> {
              tx.enqueue(ORDERS, seventh("second"), KEEP_STORED);
              tx.enqueue(BILLS, message("beside"));
            });

    assertThat(receipt.outcomes()).extracting(Outcome::status).containsExactly(DUPLICATE, APPLIED);
    assertThat(receipt.outcomes().get(0).position()).contains(first);
    assertThat(receipt.appliedCount()).isEqualTo(1);
    assertThat(bodies(ORDERS)).containsExactly("first");
    assertThat(bodies(BILLS)).containsExactly("beside");
    assertThat(info(ORDERS).messageCount()).isEqualTo(1);
    assertThat(info(ORDERS).lastSequence()).isEqualTo(1);
  }

  @Test
  void aDuplicateWithinOneTransactionIsRefused() {
    assertThat(
            refusalOf(
                tx -> {
                  tx.enqueue(ORDERS, seventh("first"));
                  tx.enqueue(ORDERS, seventh("second"));
                }))
        .isEqualTo(DUPLICATE_ID);
    assertThat(bodies(ORDERS)).isEmpty();
  }

  @Test
  void aDuplicateWithinOneTransactionOnRequestKeepsTheFirst() {
    Receipt receipt =
        commit(
            tx -> {
              tx.enqueue(ORDERS, seventh("first"), KEEP_STORED);
              tx.enqueue(ORDERS, seventh("second"), KEEP_STORED);
            });

    assertThat(receipt.outcomes()).extracting(Outcome::status).containsExactly(APPLIED, DUPLICATE);
    assertThat(receipt.outcomes().get(1).position())
        .isEqualTo(receipt.outcomes().get(0).position());
    assertThat(bodies(ORDERS)).containsExactly("first");
  }

  @Test
  void anIdentityIsFreeAgainAfterAcknowledging() {
    Position first = put(ORDERS, seventh("first"));
    commit(tx -> tx.acknowledge(first));

    put(ORDERS, seventh("second"));

    assertThat(bodies(ORDERS)).containsExactly("second");
  }

  @Test
  void anIdentityIsFreeAgainWithinTheTransactionThatAcknowledges() {
    Position first = put(ORDERS, seventh("first"));

    commit(
        tx -> {
          tx.acknowledge(first);
          tx.enqueue(ORDERS, seventh("second"));
        });

    assertThat(bodies(ORDERS)).containsExactly("second");
    assertThat(store.locate(ORDERS, SEVENTH)).isPresent();
  }

  @Test
  void anIdentityIsFreeAgainAfterPurgingAndRemoving() {
    put(ORDERS, seventh("first"));
    put(BILLS, seventh("first"));
    store.purge(ORDERS);
    store.remove(BILLS);
    store.declare(BILLS);

    put(ORDERS, seventh("second"));
    put(BILLS, seventh("second"));

    assertThat(bodies(ORDERS)).containsExactly("second");
    assertThat(bodies(BILLS)).containsExactly("second");
  }

  @Test
  void oneIdentityMayLieInSeveralDestinations() {
    Position inOrders = put(ORDERS, seventh("a"));
    Position inBills = put(BILLS, seventh("b"));

    assertThat(store.locate(SEVENTH)).containsExactlyInAnyOrder(inOrders, inBills);
    assertThat(store.locate(ORDERS, SEVENTH)).contains(inOrders);
    assertThat(store.locate(BILLS, SEVENTH)).contains(inBills);
  }

  @Test
  void identitiesDifferInProducerAndInNumber() {
    Position seventh = put(ORDERS, seventh("a"));
    Position eighth = put(ORDERS, message("b").withIdentity(MessageIdentity.of("producer", 8)));
    Position other = put(ORDERS, message("c").withIdentity(MessageIdentity.of("producer2", 7)));

    assertThat(store.locate(SEVENTH)).containsExactly(seventh);
    assertThat(store.locate(MessageIdentity.of("producer", 8))).containsExactly(eighth);
    assertThat(store.locate(MessageIdentity.of("producer2", 7))).containsExactly(other);
    assertThat(store.locate(MessageIdentity.of("producer2", 8))).isEmpty();
  }

  @Test
  void producersMayCountInAnyOrder() {
    for (long sequence : new long[] {5, 3, Long.MAX_VALUE, 0, 4}) {
      put(ORDERS, message("n" + sequence).withIdentity(MessageIdentity.of("producer", sequence)));
    }

    Message again = message("again").withIdentity(MessageIdentity.of("producer", 4));

    assertThat(refusalOf(tx -> tx.enqueue(ORDERS, again))).isEqualTo(DUPLICATE_ID);
    assertThat(store.locate(MessageIdentity.of("producer", 0))).hasSize(1);
    assertThat(store.lastProducerSequence(Bytes.utf8("producer"))).hasValue(Long.MAX_VALUE);
  }

  @Test
  void theNameOfAProducerHasALimit() {
    MessageIdentity tooLong = new MessageIdentity(bytes(limits.maxNameBytes() + 1), 1);

    assertThat(refusalOf(tx -> tx.enqueue(ORDERS, message("a").withIdentity(tooLong))))
        .isEqualTo(StoreException.Code.NAME_TOO_LONG);
  }

  @Test
  void producersMayBeAnyBytes() {
    MessageIdentity none = new MessageIdentity(Bytes.EMPTY, 1);
    MessageIdentity large = new MessageIdentity(bytes(500), 1);
    Position first = put(ORDERS, message("a").withIdentity(none));
    Position second = put(ORDERS, message("b").withIdentity(large));

    reopen();

    assertThat(store.locate(none)).containsExactly(first);
    assertThat(store.locate(large)).containsExactly(second);
    assertThat(stored(second).identity()).contains(large);
  }

  @Test
  void whatIsGoneIsNotLocated() {
    Position first = put(ORDERS, seventh("a"));
    commit(tx -> tx.acknowledge(first));

    assertThat(store.locate(SEVENTH)).isEmpty();
    assertThat(store.locate(ORDERS, SEVENTH)).isEmpty();
  }

  @Test
  void whatWasRemovedOrPurgedIsNotLocated() {
    put(ORDERS, seventh("a"));
    put(BILLS, seventh("b"));
    store.purge(ORDERS);
    store.remove(BILLS);

    assertThat(store.locate(SEVENTH)).isEmpty();
    assertThat(store.locate(ORDERS, SEVENTH)).isEmpty();
    assertThat(store.locate(BILLS, SEVENTH)).isEmpty();
  }

  @Test
  void whatWasMovedIsLocatedWhereItLiesNow() {
    store.declare(DEAD);
    Position first = put(ORDERS, seventh("a"));
    Optional<Position> moved = outcomeOf(tx -> tx.move(first, BILLS)).position();

    assertThat(store.locate(SEVENTH)).containsExactly(moved.orElseThrow());

    Optional<Position> dead =
        outcomeOf(tx -> tx.deadLetter(moved.orElseThrow(), "dead", "why")).position();

    assertThat(store.locate(SEVENTH)).containsExactly(dead.orElseThrow());
    assertThat(store.locate(DEAD, SEVENTH)).isEqualTo(dead);
  }

  @Test
  void theLastSequenceOfAProducerOutlivesItsMessage() {
    Bytes producer = Bytes.utf8("producer");
    assertThat(store.lastProducerSequence(producer)).isEmpty();
    Position first = put(ORDERS, seventh("a"));
    put(ORDERS, message("b").withIdentity(MessageIdentity.of("producer", 3)));
    commit(tx -> tx.acknowledge(first));

    assertThat(store.lastProducerSequence(producer)).hasValue(7);

    reopen();

    assertThat(store.lastProducerSequence(producer)).hasValue(7);
    assertThat(store.lastProducerSequence(Bytes.utf8("produce"))).isEmpty();
  }

  @Test
  void aRefusedMessageDoesNotCountForItsProducer() {
    refusalOf(
        tx -> {
          tx.enqueue(ORDERS, seventh("a"));
          tx.enqueue(NEWS, message("refused"));
        });

    assertThat(store.lastProducerSequence(Bytes.utf8("producer"))).isEmpty();
    assertThat(store.locate(SEVENTH)).isEmpty();
  }
}
