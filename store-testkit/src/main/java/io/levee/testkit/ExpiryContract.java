package io.levee.testkit;

import static io.levee.store.Receipt.Status.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.levee.store.Bytes;
import io.levee.store.DeadLetter;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.StoredMessage;
import io.levee.store.Subscriptions.Start;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Messages whose time has come. The clock of the store stands before that time in all tests but
 * those of the store's own removal, so that nothing goes but what a test removes.
 */
abstract class ExpiryContract extends StoreContractCase {

  private static final Destination KEPT = Destination.queue("kept");
  private static final Destination RESCUED = Destination.queue("rescued");

  private long start;

  @BeforeEach
  void declareDestinations() {
    start = clock.millis();
    store.declare(DEAD);
    store.declare(ORDERS);
    store.declare(BILLS, DestinationOptions.DEFAULT.withLanes(3));
    store.declare(KEPT, DestinationOptions.DEFAULT.keepingExpired());
    store.declare(RESCUED, DestinationOptions.DEFAULT.deadLetteringExpiredTo("dead"));
  }

  private Position put(Destination destination, String body, long afterMillis) {
    return put(destination, message(body).expiringAt(start + afterMillis));
  }

  @Test
  void nothingHasExpiredBeforeItsTime() {
    put(ORDERS, "a", 1000);

    assertThat(store.expired(start + 999, 10)).isEmpty();
    assertThat(store.expire(start + 999, 10)).isZero();
    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void aMessageHasExpiredAtItsTime() {
    Position position = put(ORDERS, "a", 1000);

    assertThat(store.expired(start + 1000, 10)).containsExactly(position);
    assertThat(store.expire(start + 1000, 10)).isEqualTo(1);
    assertThat(bodies(ORDERS)).isEmpty();
  }

  @Test
  void lookingForExpiredMessagesRemovesNone() {
    put(ORDERS, "a", 1000);

    store.expired(start + 2000, 10);

    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void theLongestExpiredComeFirstWhereverTheyLie() {
    Position third = put(ORDERS, "third", 3000);
    Position first = put(BILLS, message("first").expiringAt(start + 1000).inLane(2));
    put(ORDERS, "never");
    Position second = put(RESCUED, "second", 2000);
    put(ORDERS, "later", 9000);

    reopen();

    assertThat(store.expired(start + 5000, 10)).containsExactly(first, second, third);
    assertThat(store.expired(start + 5000, 2)).containsExactly(first, second);
  }

  @Test
  void expiringStopsAtItsLimit() {
    for (int i = 1; i <= 5; i++) {
      put(ORDERS, "m" + i, 1000L * i);
    }

    assertThat(store.expire(start + 9000, 2)).isEqualTo(2);
    assertThat(bodies(ORDERS)).containsExactly("m3", "m4", "m5");
    assertThat(store.expire(start + 9000, 10)).isEqualTo(3);
    assertThat(store.expire(start + 9000, 10)).isZero();
  }

  @Test
  void discardedMessagesAreGoneAndNotCounted() {
    MessageIdentity identity = MessageIdentity.of("producer", 7);
    Bytes large = bytes(limits.inlineBodyBytes() * 3);
    Message message =
        Message.of(Bytes.EMPTY, large).withIdentity(identity).expiringAt(start + 1000);
    Position position = put(ORDERS, message);
    put(ORDERS, "kept");

    store.expire(start + 1000, 10);

    assertThat(store.read(position)).isEmpty();
    assertThat(store.locate(identity)).isEmpty();
    assertThat(info(ORDERS).messageCount()).isEqualTo(1);
    assertThat(info(ORDERS).messageBytes()).isEqualTo(5);
    assertThat(statusOf(tx -> tx.acknowledge(position))).isEqualTo(ABSENT);
    reopen();
    assertThat(bodies(ORDERS)).containsExactly("kept");
  }

  @Test
  void aDestinationThatKeepsIsLeftAlone() {
    put(KEPT, "a", 1000);
    put(ORDERS, "b", 1000);

    assertThat(store.expired(start + 2000, 10)).hasSize(1);
    assertThat(store.expire(start + 2000, 10)).isEqualTo(1);
    assertThat(bodies(KEPT)).containsExactly("a");
  }

  @Test
  void keptMessagesDoNotUseUpTheLimit() {
    for (int i = 0; i < 20; i++) {
      put(KEPT, "k" + i, 1000);
    }
    Position expired = put(ORDERS, "a", 2000);

    assertThat(store.expired(start + 3000, 1)).containsExactly(expired);
    assertThat(store.expire(start + 3000, 1)).isEqualTo(1);
  }

  @Test
  void expiredMessagesGoToTheChannelOfTheirDestination() {
    Position position = put(RESCUED, "a", 1000);
    commit(tx -> tx.recordRedelivery(position));

    assertThat(store.expire(start + 1000, 10)).isEqualTo(1);

    List<DeadLetter> dead = store.deadLetters().list("dead", 0, 10).items();
    assertThat(dead).hasSize(1);
    assertThat(bodyOf(dead.get(0).message())).isEqualTo("a");
    assertThat(dead.get(0).origin()).isEqualTo(RESCUED);
    assertThat(dead.get(0).originSequence()).isEqualTo(1);
    assertThat(dead.get(0).reason()).isEqualTo("expired");
    assertThat(dead.get(0).redeliveries()).isEqualTo(1);
    assertThat(dead.get(0).message().expiresAtMillis()).isZero();
    assertThat(info(RESCUED).messageCount()).isZero();
    assertThat(store.expire(start + 9000, 10)).isZero();
  }

  @Test
  void aMovedMessageExpiresWhereItLies() {
    Position position = put(ORDERS, "a", 1000);
    Position moved = outcomeOf(tx -> tx.move(position, RESCUED)).position().orElseThrow();

    assertThat(store.expired(start + 1000, 10)).containsExactly(moved);
    store.expire(start + 1000, 10);

    assertThat(bodies(DEAD)).containsExactly("a");
  }

  @Test
  void acknowledgedPurgedAndRemovedMessagesDoNotExpire() {
    Position position = put(ORDERS, "a", 1000);
    commit(tx -> tx.acknowledge(position));
    put(BILLS, "b", 1000);
    store.purge(BILLS);
    put(RESCUED, "c", 1000);
    store.remove(RESCUED);

    assertThat(store.expired(start + 1000, 10)).isEmpty();
    assertThat(store.expire(start + 1000, 10)).isZero();
    assertThat(bodies(DEAD)).isEmpty();
  }

  @Test
  void aMessageOfATopicExpiresForEverySubscription() {
    store.declare(NEWS);
    Bytes name = Bytes.utf8("s");
    store.subscriptions().subscribe(NEWS, name, Bytes.EMPTY, Start.AFTER_LAST);
    put(NEWS, "a", 1000);
    put(NEWS, "b");

    store.expire(start + 1000, 10);

    assertThat(store.subscriptions().find(NEWS, name).orElseThrow().pendingCount()).isEqualTo(1);
    assertThat(store.subscriptions().find(NEWS, name).orElseThrow().pendingBytes()).isEqualTo(2);
    assertThat(bodies(NEWS)).containsExactly("b");
  }

  @Test
  void updatingAHeaderLeavesTheExpiry() {
    Position position = put(ORDERS, "a", 1000);

    commit(tx -> tx.updateHeader(position, Bytes.utf8("new")));

    assertThat(store.expired(start + 1000, 10)).containsExactly(position);
  }

  @Test
  void anExpiredMessageIsThereUntilItIsRemoved() {
    Position position = put(KEPT, "a", 1000);

    clock.set(clock.instant().plusSeconds(10));

    assertThat(store.read(position)).map(StoredMessage::expiresAtMillis).contains(start + 1000);
    assertThat(bodies(KEPT)).containsExactly("a");
  }

  @Test
  void theStoreRemovesByItselfWhatExpired() {
    put(ORDERS, "a", 1000);
    put(RESCUED, "b", 1000);
    put(KEPT, "c", 1000);
    put(ORDERS, "d", 90_000);

    clock.advance(Duration.ofSeconds(2));

    await()
        .untilAsserted(
            () -> {
              assertThat(bodies(ORDERS)).containsExactly("d");
              assertThat(bodies(DEAD)).containsExactly("b");
              assertThat(bodies(KEPT)).containsExactly("c");
            });
  }
}
