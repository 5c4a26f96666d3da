package io.levee.testkit;

import static io.levee.store.StoreException.Code.MESSAGE_TOO_LARGE;
import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.store.Bytes;
import io.levee.store.Content;
import io.levee.store.ContentWriter;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Retained last values. */
abstract class RetainedContract extends StoreContractCase {

  @BeforeEach
  void declareDestinations() {
    List.of(ORDERS, NEWS, BILLS).forEach(store::declare);
  }

  @Test
  void aDestinationRetainsNothingAtFirst() {
    assertThat(store.retained(NEWS)).isEmpty();
    assertThat(store.retained(Destination.topic("unknown"))).isEmpty();
    assertThat(store.retainedDestinations()).isEmpty();
  }

  @Test
  void theRetainedValueIsGivenBackAsItWas() {
    Message message =
        Message.of(bytes(5), bytes(9))
            .withIdentity(MessageIdentity.of("producer", 7))
            .expiringAt(clock.millis() + 60_000)
            .inLane(4);

    commit(tx -> tx.retain(NEWS, message));

    assertThat(store.retained(NEWS)).contains(message);
    reopen();
    assertThat(store.retained(NEWS)).contains(message);
  }

  @Test
  void aLaterValueTakesThePlaceOfTheOneBefore() {
    commit(tx -> tx.retain(NEWS, message("old")));

    commit(
        tx -> {
          tx.retain(NEWS, message("newer"));
          tx.retain(NEWS, message("newest"));
        });

    assertThat(store.retained(NEWS)).contains(message("newest"));
  }

  @Test
  void aClearedValueIsForgotten() {
    commit(tx -> tx.retain(NEWS, message("a")));

    commit(tx -> tx.clearRetained(NEWS));

    assertThat(store.retained(NEWS)).isEmpty();
    assertThat(store.retainedDestinations()).isEmpty();
    commit(tx -> tx.clearRetained(NEWS));
    reopen();
    assertThat(store.retained(NEWS)).isEmpty();
  }

  @Test
  void destinationsWithAValueComeInTheirOrder() {
    commit(
        tx -> {
          tx.retain(NEWS, message("n"));
          tx.retain(ORDERS, message("o"));
        });

    assertThat(store.retainedDestinations()).containsExactly(ORDERS, NEWS);
    reopen();
    assertThat(store.retainedDestinations()).containsExactly(ORDERS, NEWS);
  }

  @Test
  void aRetainedValueIsNotAStoredMessage() {
    commit(tx -> tx.retain(ORDERS, message("a")));

    assertThat(info(ORDERS).messageCount()).isZero();
    assertThat(info(ORDERS).messageBytes()).isZero();
    assertThat(bodies(ORDERS)).isEmpty();
    assertThat(store.purge(ORDERS)).isZero();
    assertThat(store.retained(ORDERS)).contains(message("a"));
  }

  @Test
  void oneTransactionStoresAndRetains() {
    commit(
        tx -> {
          tx.enqueue(ORDERS, message("a"));
          tx.retain(ORDERS, message("a"));
        });

    assertThat(bodies(ORDERS)).containsExactly("a");
    assertThat(store.retained(ORDERS)).contains(message("a"));
  }

  @Test
  void aRefusedTransactionRetainsNothing() {
    commit(tx -> tx.retain(NEWS, message("before")));

    assertThat(
            refusalOf(
                tx -> {
                  tx.retain(NEWS, message("after"));
                  tx.enqueue(Destination.queue("unknown"), message("refused"));
                }))
        .isEqualTo(UNKNOWN_DESTINATION);
    assertThat(store.retained(NEWS)).contains(message("before"));
  }

  @Test
  void aRemovedDestinationTakesItsValueAlong() {
    commit(tx -> tx.retain(NEWS, message("a")));
    store.remove(NEWS);

    assertThat(store.retained(NEWS)).isEmpty();
    assertThat(store.retainedDestinations()).isEmpty();
    store.declare(NEWS);
    assertThat(store.retained(NEWS)).isEmpty();
  }

  @Test
  void anUnknownDestinationRetainsNothing() {
    Destination unknown = Destination.topic("unknown");

    assertThat(refusalOf(tx -> tx.retain(unknown, message("a")))).isEqualTo(UNKNOWN_DESTINATION);
  }

  @Test
  void theLargestValueIsTakenAndALargerOneRefused() {
    Message largest = Message.of(Bytes.EMPTY, bytes(limits.maxRetainedBytes()));
    Message larger = Message.of(Bytes.EMPTY, bytes(limits.maxRetainedBytes() + 1));

    commit(tx -> tx.retain(NEWS, largest));

    assertThat(store.retained(NEWS)).contains(largest);
    assertThat(refusalOf(tx -> tx.retain(NEWS, larger))).isEqualTo(MESSAGE_TOO_LARGE);
    assertThat(store.retained(NEWS)).contains(largest);
  }

  @Test
  void aStreamedBodyIsNotRetained() {
    try (ContentWriter writer = store.newContent()) {
      writer.write(new byte[10], 0, 10);
      Content content = writer.finish();

      assertThat(refusalOf(tx -> tx.retain(NEWS, Message.of(Bytes.EMPTY, content))))
          .isEqualTo(MESSAGE_TOO_LARGE);
    }
    assertThat(store.retained(NEWS)).isEmpty();
  }
}
