package io.levee.testkit;

import static io.levee.store.Receipt.Status.ABSENT;
import static io.levee.store.Receipt.Status.APPLIED;
import static io.levee.store.StoreException.Code.NO_ORIGIN;
import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;
import static io.levee.store.StoreException.Code.WRONG_KIND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.levee.store.Bytes;
import io.levee.store.DeadLetter;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Outcome;
import io.levee.store.StoreTransaction;
import io.levee.store.StoredMessage;
import io.levee.store.Subscriptions.Start;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Giving messages up, looking at them, and taking them back. */
abstract class DeadLetterContract extends StoreContractCase {

  private static final Destination LOST = Destination.deadLetterChannel("lost");

  @BeforeEach
  void declareDestinations() {
    List.of(ORDERS, BILLS, DEAD, LOST).forEach(store::declare);
  }

  private Position deadLetter(Position position, String reason) {
    return outcomeOf(tx -> tx.deadLetter(position, "dead", reason)).position().orElseThrow();
  }

  private List<DeadLetter> dead() {
    return store.deadLetters().list("dead", 0, 1000).items();
  }

  private static String line(DeadLetter letter) {
    return bodyOf(letter.message()) + " of " + letter.origin() + ": " + letter.reason();
  }

  @Test
  void aDeadLetterTellsWhereItCameFromWhyAndWhen() {
    putAll(ORDERS, "before");
    Position position = put(ORDERS, "a");
    commit(tx -> tx.recordRedelivery(position));

    Position dead = deadLetter(position, "poison");

    DeadLetter expected = new DeadLetter(stored(dead), ORDERS, 2, "poison", clock.millis(), 1);
    assertThat(dead()).containsExactly(expected);
    assertThat(store.read(position)).isEmpty();
    assertThat(bodies(ORDERS)).containsExactly("before");
    reopen();
    assertThat(dead()).containsExactly(expected);
  }

  @Test
  void aDeadLetterKeepsItsBytesAndNeverExpires() {
    MessageIdentity identity = MessageIdentity.of("producer", 7);
    long expiry = clock.millis() + 60_000;
    Bytes body = bytes(limits.inlineBodyBytes() * 3 + 1);
    Position position =
        put(ORDERS, Message.of(bytes(5), body).withIdentity(identity).expiringAt(expiry));

    Position dead = deadLetter(position, "poison");

    StoredMessage stored = stored(dead);
    assertThat(stored.header()).isEqualTo(bytes(5));
    assertThat(LargeBodyContract.wholeBody(store, dead)).isEqualTo(body);
    assertThat(stored.identity()).contains(identity);
    assertThat(stored.expiresAtMillis()).isZero();
    assertThat(store.expired(expiry, 10)).isEmpty();
    assertThat(store.expire(expiry, 10)).isZero();
  }

  @Test
  void countersFollowADeadLetter() {
    Position position = put(ORDERS, Message.of(bytes(5), bytes(6)));

    deadLetter(position, "poison");

    assertThat(info(ORDERS).messageCount()).isZero();
    assertThat(info(ORDERS).messageBytes()).isZero();
    assertThat(info(DEAD).messageCount()).isEqualTo(1);
    assertThat(info(DEAD).messageBytes()).isEqualTo(11);
  }

  @Test
  void deadLettersComeInTheOrderInWhichTheyCame() {
    List<Position> orders = putAll(ORDERS, "a", "b");
    List<Position> bills = putAll(BILLS, "c");

    deadLetter(orders.get(1), "first");
    deadLetter(bills.get(0), "second");
    deadLetter(orders.get(0), "third");

    assertThat(dead())
        .extracting(DeadLetterContract::line)
        .containsExactly(
            "b of queue://orders: first",
            "c of queue://bills: second",
            "a of queue://orders: third");
  }

  @Test
  void deadLettersAreListedByOrigin() {
    List<Position> orders = putAll(ORDERS, "a", "b", "c");
    Position bill = put(BILLS, "d");
    deadLetter(orders.get(0), "one");
    deadLetter(bill, "two");
    deadLetter(orders.get(2), "three");

    reopen();

    assertThat(store.deadLetters().listFrom("dead", ORDERS, 0, 10).items())
        .extracting(DeadLetterContract::line)
        .containsExactly("a of queue://orders: one", "c of queue://orders: three");
    assertThat(store.deadLetters().listFrom("dead", BILLS, 0, 10).items()).hasSize(1);
    assertThat(store.deadLetters().listFrom("dead", NEWS, 0, 10).items()).isEmpty();
    assertThat(store.deadLetters().origins("dead")).containsExactly(BILLS, ORDERS);
    assertThat(store.deadLetters().origins("lost")).isEmpty();
  }

  @Test
  void aDeadLetterTellsHowOftenItHadBeenRedelivered() {
    Position position = put(ORDERS, "a");
    commit(tx -> tx.recordRedelivery(position));
    Position dead = deadLetter(position, "why");

    commit(tx -> tx.recordRedelivery(dead));

    assertThat(dead().get(0).redeliveries()).isEqualTo(1);
    assertThat(stored(dead).redeliveries()).isEqualTo(2);
  }

  @Test
  void anOriginIsForgottenWithItsLastDeadLetter() {
    Position dead = deadLetter(put(ORDERS, "a"), "one");
    deadLetter(put(BILLS, "b"), "two");

    commit(tx -> tx.acknowledge(dead));

    assertThat(store.deadLetters().origins("dead")).containsExactly(BILLS);
    assertThat(store.deadLetters().listFrom("dead", ORDERS, 0, 10).items()).isEmpty();
    assertThat(dead()).hasSize(1);
  }

  @Test
  void pagesTogetherHoldEveryDeadLetterOnce() {
    for (int i = 0; i < 10; i++) {
      deadLetter(put(i % 2 == 0 ? ORDERS : BILLS, "m" + i), "why");
    }

    List<DeadLetter> all =
        inPages(
            3,
            after -> store.deadLetters().list("dead", after, 3),
            letter -> letter.message().position().sequence());
    List<DeadLetter> ofOrders =
        inPages(
            2,
            after -> store.deadLetters().listFrom("dead", ORDERS, after, 2),
            letter -> letter.message().position().sequence());

    assertThat(all).isEqualTo(dead()).hasSize(10);
    assertThat(ofOrders)
        .extracting(letter -> bodyOf(letter.message()))
        .containsExactly("m0", "m2", "m4", "m6", "m8");
  }

  @Test
  void aChannelIsADestinationLikeOthers() {
    Position dead = deadLetter(put(ORDERS, "a"), "why");

    assertThat(bodies(DEAD)).containsExactly("a");
    assertThat(dead.destinationId()).isEqualTo(info(DEAD).id());

    assertThat(statusOf(tx -> tx.acknowledge(dead))).isEqualTo(APPLIED);
    assertThat(dead()).isEmpty();
    assertThat(info(DEAD).messageCount()).isZero();
  }

  @Test
  void aChannelTakesOnlyWhatIsGivenUp() {
    Position position = put(ORDERS, "a");

    assertThat(refusalOf(tx -> tx.enqueue(DEAD, message("b")))).isEqualTo(WRONG_KIND);
    assertThat(refusalOf(tx -> tx.move(position, DEAD))).isEqualTo(WRONG_KIND);
    assertThat(refusalOf(tx -> tx.restore(position, Optional.of(DEAD)))).isEqualTo(WRONG_KIND);
    assertThat(bodies(ORDERS)).containsExactly("a");
    assertThat(dead()).isEmpty();
  }

  @Test
  void aDeadLetterReturnsToTheDestinationThatBearsTheNameOfItsOrigin() {
    Position dead = deadLetter(put(ORDERS, "a"), "why");
    store.remove(ORDERS);
    store.declare(ORDERS);

    commit(tx -> tx.restore(dead, Optional.empty()));

    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void aDeadLetterWhoseIdentityLiesInTheChannelAlreadyGoesThereWithoutIt() {
    MessageIdentity identity = MessageIdentity.of("producer", 7);
    Position first = deadLetter(put(ORDERS, message("a").withIdentity(identity)), "once");

    Position second = deadLetter(put(ORDERS, message("b").withIdentity(identity)), "twice");

    assertThat(store.locate(identity)).containsExactly(first);
    assertThat(stored(first).identity()).contains(identity);
    assertThat(stored(second).identity()).isEmpty();
  }

  @Test
  void aDeadLetterReturnsToItsOrigin() {
    Position position = put(ORDERS, message("a").expiringAt(clock.millis() + 60_000));
    commit(tx -> tx.recordRedelivery(position));
    Position dead = deadLetter(position, "why");
    put(ORDERS, "before");

    Outcome outcome = outcomeOf(tx -> tx.restore(dead, Optional.empty()));

    StoredMessage restored = stored(outcome.position().orElseThrow());
    assertThat(outcome.status()).isEqualTo(APPLIED);
    assertThat(bodies(ORDERS)).containsExactly("before", "a");
    assertThat(restored.expiresAtMillis()).isZero();
    assertThat(restored.redeliveries()).isZero();
    assertThat(dead()).isEmpty();
    assertThat(info(DEAD).messageCount()).isZero();
    reopen();
    assertThat(store.read(restored.position())).contains(restored);
  }

  @Test
  void aDeadLetterReturnsToAnyTarget() {
    Position dead = deadLetter(put(ORDERS, "a"), "why");

    commit(tx -> tx.restore(dead, Optional.of(BILLS)));

    assertThat(bodies(ORDERS)).isEmpty();
    assertThat(bodies(BILLS)).containsExactly("a");
  }

  @Test
  void restoringToAnUnknownTargetIsRefused() {
    Position dead = deadLetter(put(ORDERS, "a"), "why");

    assertThat(refusalOf(tx -> tx.restore(dead, Optional.of(NEWS)))).isEqualTo(UNKNOWN_DESTINATION);
    assertThat(dead()).hasSize(1);
  }

  @Test
  void aDeadLetterOfARemovedOriginStaysAndHasNowhereToReturn() {
    Position dead = deadLetter(put(ORDERS, "a"), "why");
    store.remove(ORDERS);

    assertThat(dead())
        .extracting(DeadLetterContract::line)
        .containsExactly("a of queue://orders: why");
    assertThat(store.deadLetters().origins("dead")).containsExactly(ORDERS);
    assertThat(store.deadLetters().listFrom("dead", ORDERS, 0, 10).items()).isEqualTo(dead());
    assertThat(refusalOf(tx -> tx.restore(dead, Optional.empty()))).isEqualTo(NO_ORIGIN);

    commit(tx -> tx.restore(dead, Optional.of(BILLS)));
    assertThat(bodies(BILLS)).containsExactly("a");
  }

  @Test
  void aMessageThatWasNotGivenUpHasNoOrigin() {
    Position position = put(ORDERS, "a");

    assertThat(refusalOf(tx -> tx.restore(position, Optional.empty()))).isEqualTo(NO_ORIGIN);
    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void aRestoredMessageHasNoOriginAnyMore() {
    Position dead = deadLetter(put(ORDERS, "a"), "why");
    Position restored =
        outcomeOf(tx -> tx.restore(dead, Optional.empty())).position().orElseThrow();

    assertThat(refusalOf(tx -> tx.restore(restored, Optional.empty()))).isEqualTo(NO_ORIGIN);
  }

  @Test
  void aDeadLetterInAnotherChannelKeepsItsFirstOrigin() {
    put(ORDERS, "first");
    Position dead = deadLetter(put(ORDERS, "a"), "why");

    Position lost = outcomeOf(tx -> tx.deadLetter(dead, "lost", "again")).position().orElseThrow();

    assertThat(dead()).isEmpty();
    DeadLetter letter = store.deadLetters().list("lost", 0, 10).items().get(0);
    assertThat(line(letter)).isEqualTo("a of queue://orders: again");
    assertThat(letter.originSequence()).isEqualTo(2);
    assertThat(store.deadLetters().origins("dead")).isEmpty();
    assertThat(store.deadLetters().origins("lost")).containsExactly(ORDERS);
    commit(tx -> tx.restore(lost, Optional.empty()));
    assertThat(bodies(ORDERS)).containsExactly("first", "a");
  }

  @Test
  void aMessageOfATopicIsGivenUpForEverySubscription() {
    store.declare(NEWS);
    Bytes name = Bytes.utf8("s");
    store.subscriptions().subscribe(NEWS, name, Bytes.EMPTY, Start.AFTER_LAST);
    Position position = put(NEWS, "a");

    deadLetter(position, "why");

    assertThat(store.subscriptions().isPending(NEWS, name, position.sequence())).isFalse();
    assertThat(info(NEWS).messageCount()).isZero();
    assertThat(dead())
        .extracting(DeadLetterContract::line)
        .containsExactly("a of topic://news: why");
  }

  @Test
  void givingUpWhatIsGoneChangesNothing() {
    Position position = put(ORDERS, "a");

    Receipt receipt =
        commit(
            tx -> {
              tx.deadLetter(position, "dead", "one");
              tx.deadLetter(position, "dead", "two");
            });

    assertThat(receipt.outcomes()).extracting(Outcome::status).containsExactly(APPLIED, ABSENT);
    assertThat(dead()).hasSize(1);
    assertThat(statusOf(tx -> tx.restore(position, Optional.empty()))).isEqualTo(ABSENT);
  }

  @Test
  void anUnknownChannelIsRefused() {
    Position position = put(ORDERS, "a");

    assertThat(refusalOf(tx -> tx.deadLetter(position, "nowhere", "why")))
        .isEqualTo(UNKNOWN_DESTINATION);
    assertThat(bodies(ORDERS)).containsExactly("a");
    assertThat(refusal(() -> store.deadLetters().list("nowhere", 0, 1)))
        .isEqualTo(UNKNOWN_DESTINATION);
    assertThat(refusal(() -> store.deadLetters().listFrom("nowhere", ORDERS, 0, 1)))
        .isEqualTo(UNKNOWN_DESTINATION);
  }

  @Test
  void aReasonHasAtMostItsCharacters() {
    Position position = put(ORDERS, "a");
    StoreTransaction transaction = store.begin();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> transaction.deadLetter(position, "dead", "r".repeat(1025)));
    transaction.rollback();

    deadLetter(position, "\u65e5".repeat(1024));
    assertThat(dead().get(0).reason()).isEqualTo("\u65e5".repeat(1024));
  }

  @Test
  void aPageHasAtLeastOneAndAtMostAHundredThousand() {
    assertThatIllegalArgumentException().isThrownBy(() -> store.deadLetters().list("dead", 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.deadLetters().listFrom("dead", ORDERS, 0, 100_001));
  }
}
