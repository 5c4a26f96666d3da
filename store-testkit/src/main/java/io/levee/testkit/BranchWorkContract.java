package io.levee.testkit;

import static io.levee.store.StoreException.Code.ALREADY_EXPIRED;
import static io.levee.store.StoreException.Code.BRANCH_IN_DOUBT;
import static io.levee.store.StoreException.Code.DUPLICATE_ID;
import static io.levee.store.StoreException.Code.MESSAGE_HELD;
import static io.levee.store.StoreException.Code.MESSAGE_TOO_LARGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.store.BranchId;
import io.levee.store.Bytes;
import io.levee.store.Content;
import io.levee.store.ContentWriter;
import io.levee.store.DeadLetter;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Outcome;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreTransaction;
import io.levee.store.StoreTransaction.OnDuplicate;
import io.levee.store.StoredMessage;
import io.levee.store.Subscriptions.Start;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a branch does to messages, before and after its end. */
abstract class BranchWorkContract extends StoreContractCase {

  private static final BranchId ONE = BranchContract.ONE;
  private static final BranchId TWO = BranchContract.TWO;
  private static final Bytes ANN = Bytes.utf8("ann");
  private static final Bytes BOB = Bytes.utf8("bob");

  @BeforeEach
  void declareDestinations() {
    store.declare(ORDERS);
    store.declare(BILLS);
    store.declare(NEWS);
    store.declare(DEAD);
  }

  private void prepare(BranchId branch, Consumer<StoreTransaction> work) {
    StoreTransaction transaction = store.begin();
    work.accept(transaction);
    store.dtx().prepare(branch, transaction);
  }

  private List<String> pending(Bytes name) {
    return bodiesOf(store.subscriptions().browse(NEWS, name, PageRequest.first(1000)));
  }

  private static MessageIdentity identity(long sequence) {
    return new MessageIdentity(Bytes.utf8("producer"), sequence);
  }

  @Test
  void nobodySeesAPreparedMessageBeforeItsCommit() {
    Message identified = message("a").withIdentity(identity(1));
    prepare(ONE, tx -> tx.enqueue(ORDERS, identified));

    for (int i = 0; i < 2; i++) {
      assertThat(bodies(ORDERS)).isEmpty();
      assertThat(info(ORDERS).messageCount()).isZero();
      assertThat(info(ORDERS).lastSequence()).isZero();
      assertThat(store.locate(identity(1))).isEmpty();
      assertThat(store.lastProducerSequence(Bytes.utf8("producer"))).isEmpty();
      reopen();
    }

    store.dtx().commit(ONE);
    assertThat(bodies(ORDERS)).containsExactly("a");
    assertThat(info(ORDERS).messageCount()).isEqualTo(1);
    assertThat(store.locate(identity(1))).hasSize(1);
    assertThat(store.lastProducerSequence(Bytes.utf8("producer"))).hasValue(1);
  }

  @Test
  void theOrderOfAQueueIsThatOfTheCommits() {
    prepare(ONE, tx -> tx.enqueue(ORDERS, message("first prepared")));
    prepare(TWO, tx -> tx.enqueue(ORDERS, message("second prepared")));
    put(ORDERS, "in between");

    store.dtx().commit(TWO);
    store.dtx().commit(ONE);

    assertThat(bodies(ORDERS)).containsExactly("in between", "second prepared", "first prepared");
  }

  @Test
  void bodiesOfEverySizeComeOutAsTheyWentIn() throws IOException {
    List<Integer> sizes =
        List.of(
            0,
            1,
            limits.inlineBodyBytes(),
            limits.inlineBodyBytes() + 1,
            (int) limits.maxBodyBytes());
    Content streamed;
    try (ContentWriter writer = store.newContent()) {
      writer.write(bytes(5000).toArray(), 0, 5000);
      streamed = writer.finish();
    }
    prepare(
        ONE,
        tx -> {
          sizes.forEach(size -> tx.enqueue(ORDERS, Message.of(Bytes.EMPTY, bytes(size))));
          tx.enqueue(ORDERS, Message.of(Bytes.EMPTY, streamed));
        });
    reopen();

    store.dtx().commit(ONE);

    List<Bytes> bodies = new ArrayList<>();
    for (StoredMessage each : store.browse(ORDERS, PageRequest.first(100)).items()) {
      bodies.add(Bytes.wrap(store.openBody(each.position()).orElseThrow().readAllBytes()));
    }
    List<Bytes> expected = new ArrayList<>(sizes.stream().map(size -> bytes(size)).toList());
    expected.add(bytes(5000));
    assertThat(bodies).isEqualTo(expected);
  }

  @Test
  void aSmallBodyComesWithItsMessageAlsoOutOfABranch() {
    prepare(ONE, tx -> tx.enqueue(ORDERS, message("small")));

    Position position = store.dtx().commit(ONE).outcomes().get(0).position().orElseThrow();

    assertThat(bodyOf(stored(position))).isEqualTo("small");
    assertThat(bodies(ORDERS)).containsExactly("small");
  }

  @Test
  void aRolledBackMessageLeavesNothing() {
    prepare(ONE, tx -> tx.enqueue(ORDERS, Message.of(Bytes.EMPTY, bytes(9_000))));
    prepare(TWO, tx -> tx.enqueue(ORDERS, message("b").withIdentity(identity(1))));
    reopen();

    store.dtx().rollback(ONE);
    store.dtx().rollback(TWO);

    assertThat(bodies(ORDERS)).isEmpty();
    put(ORDERS, message("b").withIdentity(identity(1)));
    assertThat(bodies(ORDERS)).containsExactly("b");
  }

  @Test
  void aHeldMessageIsCountedAndNotShown() {
    List<Position> positions = putAll(ORDERS, "a", "bb", "ccc");
    prepare(ONE, tx -> tx.acknowledge(positions.get(1)));

    for (int i = 0; i < 2; i++) {
      assertThat(bodies(ORDERS)).containsExactly("a", "ccc");
      assertThat(info(ORDERS).messageCount()).isEqualTo(3);
      assertThat(info(ORDERS).heldCount()).isEqualTo(1);
      assertThat(info(ORDERS).heldBytes()).isEqualTo(3);
      assertThat(store.browse(ORDERS, PageRequest.after(1, 1)).items())
          .extracting(StoredMessage::position)
          .containsExactly(positions.get(2));
      reopen();
    }

    store.dtx().commit(ONE);
    assertThat(bodies(ORDERS)).containsExactly("a", "ccc");
    assertThat(info(ORDERS).messageCount()).isEqualTo(2);
    assertThat(info(ORDERS).heldCount()).isZero();
    assertThat(info(ORDERS).heldBytes()).isZero();
  }

  @Test
  void aRollbackGivesBackEveryHeldMessageAsItWas() {
    store.declare(Destination.queue("prio"), DestinationOptions.DEFAULT.withLanes(3));
    Position first = put(ORDERS, message("a").withIdentity(identity(7)));
    put(ORDERS, "b");
    commit(tx -> tx.recordRedelivery(first));
    Position prio = put(Destination.queue("prio"), message("p").inLane(2));
    String before = StoreText.describe(store);

    prepare(
        ONE,
        tx -> {
          tx.acknowledge(first);
          tx.deadLetter(prio, "dead", "why");
        });
    reopen();
    store.dtx().rollback(ONE);

    assertThat(StoreText.describe(store)).isEqualTo(before);
    reopen();
    assertThat(StoreText.describe(store)).isEqualTo(before);
    assertThat(statusOf(tx -> tx.acknowledge(first))).isEqualTo(Status.APPLIED);
  }

  @Test
  void nobodyElseTouchesAHeldMessage() {
    Position held = put(ORDERS, "a");
    prepare(ONE, tx -> tx.acknowledge(held));
    reopen();

    List<Consumer<StoreTransaction>> others =
        List.of(
            tx -> tx.acknowledge(held),
            tx -> tx.move(held, BILLS),
            tx -> tx.deadLetter(held, "dead", "why"),
            tx -> tx.restore(held, Optional.of(BILLS)));
    for (Consumer<StoreTransaction> other : others) {
      assertThat(refusalOf(other)).isEqualTo(MESSAGE_HELD);
      assertThat(refusal(() -> prepare(TWO, other))).isEqualTo(MESSAGE_HELD);
    }

    assertThat(store.dtx().commit(ONE).appliedCount()).isEqualTo(1);
    assertThat(statusOf(tx -> tx.acknowledge(held))).isEqualTo(Status.ABSENT);
  }

  @Test
  void aMessageIsTakenOnceInABranch() {
    Position position = put(ORDERS, "a");
    prepare(
        ONE,
        tx -> {
          tx.acknowledge(position);
          tx.move(position, BILLS);
          tx.acknowledge(position);
        });

    Receipt receipt = store.dtx().commit(ONE);

    assertThat(receipt.outcomes())
        .extracting(Outcome::status)
        .containsExactly(Status.APPLIED, Status.ABSENT, Status.ABSENT);
    assertThat(bodies(ORDERS)).isEmpty();
    assertThat(bodies(BILLS)).isEmpty();
  }

  @Test
  void manyDestinationsChangeTogether() {
    List<Position> orders = putAll(ORDERS, "a", "b", "c");
    prepare(
        ONE,
        tx -> {
          tx.acknowledge(orders.get(0));
          tx.enqueue(BILLS, message("new"));
          tx.move(orders.get(1), BILLS);
          tx.deadLetter(orders.get(2), "dead", "poison");
          tx.enqueue(NEWS, message("told"));
        });
    reopen();
    assertThat(bodies(ORDERS)).isEmpty();
    assertThat(bodies(BILLS)).isEmpty();

    Receipt receipt = store.dtx().commit(ONE);

    assertThat(receipt.appliedCount()).isEqualTo(5);
    assertThat(bodies(ORDERS)).isEmpty();
    assertThat(bodies(BILLS)).containsExactly("new", "b");
    assertThat(bodies(NEWS)).containsExactly("told");
    DeadLetter dead = store.deadLetters().list("dead", 0, 10).items().get(0);
    assertThat(dead.reason()).isEqualTo("poison");
    assertThat(dead.origin()).isEqualTo(ORDERS);
    assertThat(receipt.outcomes().get(1).position())
        .contains(store.browse(BILLS, PageRequest.first(1)).items().get(0).position());
  }

  @Test
  void aDeadLetterIsRestoredByABranch() {
    Position order = put(ORDERS, "a");
    Position dead = outcomeOf(tx -> tx.deadLetter(order, "dead", "why")).position().orElseThrow();

    prepare(ONE, tx -> tx.restore(dead, Optional.empty()));
    assertThat(store.deadLetters().list("dead", 0, 10).items()).isEmpty();
    assertThat(store.deadLetters().listFrom("dead", ORDERS, 0, 10).items()).isEmpty();
    reopen();
    store.dtx().commit(ONE);

    assertThat(bodies(ORDERS)).containsExactly("a");
    assertThat(info(DEAD).messageCount()).isZero();
  }

  @Test
  void subscriptionsSettleInBranches() {
    store.subscriptions().subscribe(NEWS, ANN, Bytes.EMPTY, Start.AFTER_LAST);
    store.subscriptions().subscribe(NEWS, BOB, Bytes.EMPTY, Start.AFTER_LAST);
    putAll(NEWS, "a", "b", "c");
    prepare(ONE, tx -> tx.settle(NEWS, ANN, 2));

    for (int i = 0; i < 2; i++) {
      assertThat(pending(ANN)).containsExactly("a", "c");
      assertThat(pending(BOB)).containsExactly("a", "b", "c");
      assertThat(store.subscriptions().isPending(NEWS, ANN, 2)).isFalse();
      assertThat(store.subscriptions().find(NEWS, ANN).orElseThrow().heldCount()).isEqualTo(1);
      assertThat(store.subscriptions().find(NEWS, ANN).orElseThrow().heldBytes()).isEqualTo(2);
      assertThat(store.subscriptions().find(NEWS, ANN).orElseThrow().pendingCount()).isEqualTo(3);
      assertThat(refusalOf(tx -> tx.settle(NEWS, ANN, 2))).isEqualTo(MESSAGE_HELD);
      assertThat(refusal(() -> prepare(TWO, tx -> tx.settle(NEWS, ANN, 2))))
          .isEqualTo(MESSAGE_HELD);
      reopen();
    }

    commit(tx -> tx.settle(NEWS, BOB, 2));
    assertThat(bodies(NEWS)).containsExactly("a", "b", "c");
    store.dtx().commit(ONE);
    assertThat(bodies(NEWS)).containsExactly("a", "c");
    assertThat(store.subscriptions().find(NEWS, ANN).orElseThrow().heldCount()).isZero();
    assertThat(store.subscriptions().find(NEWS, ANN).orElseThrow().pendingCount()).isEqualTo(2);
  }

  @Test
  void aRolledBackSettlementWaitsAgain() {
    store.subscriptions().subscribe(NEWS, ANN, Bytes.EMPTY, Start.AFTER_LAST);
    putAll(NEWS, "a", "b");
    prepare(ONE, tx -> tx.settle(NEWS, ANN, 1));
    reopen();

    store.dtx().rollback(ONE);

    assertThat(pending(ANN)).containsExactly("a", "b");
    assertThat(statusOf(tx -> tx.settle(NEWS, ANN, 1))).isEqualTo(Status.APPLIED);
  }

  @Test
  void nothingThatABranchNeedsIsRemoved() {
    store.subscriptions().subscribe(NEWS, ANN, Bytes.EMPTY, Start.AFTER_LAST);
    put(NEWS, "n");
    Position order = put(ORDERS, "a");
    prepare(
        ONE,
        tx -> {
          tx.acknowledge(order);
          tx.enqueue(BILLS, message("x"));
          tx.settle(NEWS, ANN, 1);
        });
    reopen();

    for (Destination needed : List.of(ORDERS, BILLS, NEWS)) {
      assertThat(refusal(() -> store.remove(needed))).isEqualTo(BRANCH_IN_DOUBT);
      assertThat(refusal(() -> store.purge(needed))).isEqualTo(BRANCH_IN_DOUBT);
    }
    assertThat(refusal(() -> store.subscriptions().unsubscribe(NEWS, ANN)))
        .isEqualTo(BRANCH_IN_DOUBT);

    store.dtx().rollback(ONE);
    assertThat(store.subscriptions().unsubscribe(NEWS, ANN)).isTrue();
    assertThat(store.purge(ORDERS)).isEqualTo(1);
    assertThat(store.remove(ORDERS)).isTrue();
    assertThat(store.remove(BILLS)).isTrue();
  }

  @Test
  void whereAHeldMessageWillGoIsNotRemoved() {
    Position order = put(ORDERS, "a");
    prepare(ONE, tx -> tx.deadLetter(order, "dead", "why"));

    assertThat(refusal(() -> store.remove(DEAD))).isEqualTo(BRANCH_IN_DOUBT);

    store.dtx().commit(ONE);
    assertThat(store.remove(DEAD)).isTrue();
  }

  @Test
  void aHeldMessageDoesNotExpireBeforeItsBranchIsEnded() {
    long expiry = clock.millis() + 10;
    Position first = put(ORDERS, message("a").expiringAt(expiry));
    put(ORDERS, message("b").expiringAt(expiry));
    prepare(ONE, tx -> tx.acknowledge(first));
    clock.advance(Duration.ofMillis(20));

    assertThat(store.expired(clock.millis(), 10)).hasSizeLessThan(2).doesNotContain(first);
    store.expire(clock.millis(), 10);
    assertThat(info(ORDERS).messageCount()).isEqualTo(1);
    reopen();
    store.expire(clock.millis(), 10);
    assertThat(info(ORDERS).messageCount()).isEqualTo(1);

    store.dtx().rollback(ONE);
    store.expire(clock.millis(), 10);
    assertThat(info(ORDERS).messageCount()).isZero();
  }

  @Test
  void aMessageThatExpiresWhileItIsPreparedIsStoredAndExpires() {
    prepare(ONE, tx -> tx.enqueue(ORDERS, message("a").expiringAt(clock.millis() + 10)));
    clock.advance(Duration.ofMillis(20));

    assertThat(store.dtx().commit(ONE).appliedCount()).isEqualTo(1);

    store.expire(clock.millis(), 10);
    assertThat(info(ORDERS).messageCount()).isZero();
  }

  @Test
  void whatAQueueDoesNotTakeIsRefusedAtThePrepare() {
    put(ORDERS, message("a").withIdentity(identity(1)));
    Bytes tooLarge = bytes((int) limits.maxBodyBytes() + 1);

    assertThat(
            refusal(
                () ->
                    prepare(ONE, tx -> tx.enqueue(ORDERS, message("b").withIdentity(identity(1))))))
        .isEqualTo(DUPLICATE_ID);
    assertThat(
            refusal(
                () -> prepare(ONE, tx -> tx.enqueue(ORDERS, Message.of(Bytes.EMPTY, tooLarge)))))
        .isEqualTo(MESSAGE_TOO_LARGE);
    assertThat(
            refusal(
                () ->
                    prepare(
                        ONE, tx -> tx.enqueue(ORDERS, message("c").expiringAt(clock.millis())))))
        .isEqualTo(ALREADY_EXPIRED);
    assertThat(store.dtx().find(ONE)).isEmpty();
  }

  @Test
  void anIdentityThatCameToBeStoredMeanwhileIsTheSameMessage() {
    prepare(ONE, tx -> tx.enqueue(ORDERS, message("a").withIdentity(identity(1))));
    Position stored = put(ORDERS, message("a").withIdentity(identity(1)));

    Receipt receipt = store.dtx().commit(ONE);

    assertThat(receipt.outcomes())
        .containsExactly(new Outcome(Status.DUPLICATE, Optional.of(stored)));
    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void aStoredIdentityIsKeptOnRequestAndTheRestIsPromised() {
    put(ORDERS, message("a").withIdentity(identity(1)));
    prepare(
        ONE,
        tx -> {
          tx.enqueue(ORDERS, message("a").withIdentity(identity(1)), OnDuplicate.KEEP_STORED);
          tx.enqueue(ORDERS, message("b").withIdentity(identity(2)));
        });

    Receipt receipt = store.dtx().commit(ONE);

    assertThat(receipt.outcomes())
        .extracting(Outcome::status)
        .containsExactly(Status.ABSENT, Status.APPLIED);
    assertThat(bodies(ORDERS)).containsExactly("a", "b");
  }

  @Test
  void theCommitTellsWhereMessagesLieBeforeReadersSeeThem() {
    prepare(ONE, tx -> tx.enqueue(ORDERS, message("a")));
    List<Receipt> told = new ArrayList<>();
    List<Long> seen = new ArrayList<>();

    Receipt receipt =
        store
            .dtx()
            .commit(
                ONE,
                before -> {
                  told.add(before);
                  seen.add(info(ORDERS).messageCount());
                });

    assertThat(told).containsExactly(receipt);
    assertThat(seen).containsExactly(0L);
  }

  @Test
  void pagesHopOverWhatIsHeld() {
    List<Position> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      all.add(put(ORDERS, "m" + i));
    }
    prepare(ONE, tx -> all.subList(1, 199).forEach(tx::acknowledge));

    Page<StoredMessage> page = store.browse(ORDERS, PageRequest.first(2));

    assertThat(bodiesOf(page)).containsExactly("m0", "m199");
    assertThat(page.more()).isFalse();
    store.dtx().commit(ONE);
    assertThat(bodies(ORDERS)).containsExactly("m0", "m199");
  }

  @Test
  void aReaderNeverSeesWhatABranchHasTaken() throws Exception {
    List<Position> all = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      all.add(put(ORDERS, "m" + i));
    }
    for (int i = 0; i < 300; i++) {
      Position position = all.get(i);
      prepare(BranchContract.branch(i), tx -> tx.acknowledge(position));
    }
    List<String> shown = new ArrayList<>();
    Thread reader =
        new Thread(
            () -> {
              while (info(ORDERS).messageCount() > 0) {
                shown.addAll(bodies(ORDERS));
              }
            });
    reader.start();

    for (int i = 0; i < 300; i++) {
      store.dtx().commit(BranchContract.branch(i));
    }
    reader.join();

    assertThat(shown).isEmpty();
  }
}
