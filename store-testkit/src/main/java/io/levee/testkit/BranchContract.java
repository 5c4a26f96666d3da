package io.levee.testkit;

import static io.levee.store.StoreException.Code.BRANCH_EXISTS;
import static io.levee.store.StoreException.Code.BRANCH_FORCED;
import static io.levee.store.StoreException.Code.BRANCH_IN_DOUBT;
import static io.levee.store.StoreException.Code.DUPLICATE_ID;
import static io.levee.store.StoreException.Code.NOT_IN_BRANCH;
import static io.levee.store.StoreException.Code.TRANSACTION_ENDED;
import static io.levee.store.StoreException.Code.UNKNOWN_BRANCH;
import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.levee.store.BranchId;
import io.levee.store.BranchInfo;
import io.levee.store.BranchInfo.State;
import io.levee.store.BranchOperation;
import io.levee.store.Bytes;
import io.levee.store.DtxStore.Vote;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The life of a branch: prepared, ended, remembered, forgotten. */
abstract class BranchContract extends StoreContractCase {

  static final BranchId ONE = branch(1);
  static final BranchId TWO = branch(2);

  static BranchId branch(int number) {
    return new BranchId(7, Bytes.utf8("global " + number), Bytes.utf8("here"));
  }

  @BeforeEach
  void declareDestinations() {
    store.declare(ORDERS);
    store.declare(BILLS);
  }

  Vote prepare(BranchId branch, Consumer<StoreTransaction> work) {
    StoreTransaction transaction = store.begin();
    work.accept(transaction);
    return store.dtx().prepare(branch, transaction);
  }

  List<BranchId> listed() {
    return store.dtx().list(0, 100).items().stream().map(BranchInfo::id).toList();
  }

  @Test
  void aPreparedBranchIsInDoubtUntilItIsCommitted() {
    clock.advance(Duration.ofMillis(5));

    Vote vote = prepare(ONE, tx -> tx.enqueue(ORDERS, message("a")));

    assertThat(vote).isEqualTo(Vote.PREPARED);
    BranchInfo info = store.dtx().find(ONE).orElseThrow();
    assertThat(info.state()).isEqualTo(State.PREPARED);
    assertThat(info.preparedAtMillis()).isEqualTo(clock.millis());
    assertThat(info.endedAtMillis()).isEmpty();
    assertThat(info.operations()).isEqualTo(1);
    store.dtx().commit(ONE);
    assertThat(store.dtx().find(ONE)).isEmpty();
    assertThat(listed()).isEmpty();
  }

  @Test
  void whatWasPreparedIsThereAfterReopeningAndWhatWasNotIsGone() {
    prepare(ONE, tx -> tx.enqueue(ORDERS, message("a")));
    store.begin().enqueue(ORDERS, message("never prepared"));

    reopen();

    assertThat(listed()).containsExactly(ONE);
    assertThat(bodies(ORDERS)).isEmpty();
    store.dtx().commit(ONE);
    assertThat(bodies(ORDERS)).containsExactly("a");
    reopen();
    assertThat(listed()).isEmpty();
    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void aBranchWithNothingToDoIsReadOnlyAndForgotten() {
    Position gone = put(ORDERS, "a");
    commit(tx -> tx.acknowledge(gone));

    assertThat(prepare(ONE, tx -> {})).isEqualTo(Vote.READ_ONLY);
    assertThat(prepare(ONE, tx -> tx.acknowledge(gone))).isEqualTo(Vote.READ_ONLY);

    assertThat(listed()).isEmpty();
    assertThat(refusal(() -> store.dtx().commit(ONE))).isEqualTo(UNKNOWN_BRANCH);
  }

  @Test
  void anUnknownBranchIsRefused() {
    assertThat(refusal(() -> store.dtx().commit(ONE))).isEqualTo(UNKNOWN_BRANCH);
    assertThat(refusal(() -> store.dtx().rollback(ONE))).isEqualTo(UNKNOWN_BRANCH);
    assertThat(refusal(() -> store.dtx().forceCommit(ONE, receipt -> {})))
        .isEqualTo(UNKNOWN_BRANCH);
    assertThat(refusal(() -> store.dtx().forceRollback(ONE))).isEqualTo(UNKNOWN_BRANCH);
    assertThat(refusal(() -> store.dtx().forget(ONE))).isEqualTo(UNKNOWN_BRANCH);
    assertThat(store.dtx().find(ONE)).isEmpty();
    assertThat(store.dtx().operations(ONE, -1, 10).items()).isEmpty();
  }

  @Test
  void aBranchIsEndedOnce() {
    prepare(ONE, tx -> tx.enqueue(ORDERS, message("a")));
    prepare(TWO, tx -> tx.enqueue(ORDERS, message("b")));
    store.dtx().commit(ONE);
    store.dtx().rollback(TWO);

    for (BranchId ended : List.of(ONE, TWO)) {
      assertThat(refusal(() -> store.dtx().commit(ended))).isEqualTo(UNKNOWN_BRANCH);
      assertThat(refusal(() -> store.dtx().rollback(ended))).isEqualTo(UNKNOWN_BRANCH);
    }
    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void aBranchIsPreparedOnce() {
    prepare(ONE, tx -> tx.enqueue(ORDERS, message("a")));

    assertThat(refusal(() -> prepare(ONE, tx -> tx.enqueue(ORDERS, message("b")))))
        .isEqualTo(BRANCH_EXISTS);

    store.dtx().commit(ONE);
    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void aNameIsFreeAgainWhenItsBranchEnded() {
    prepare(ONE, tx -> tx.enqueue(ORDERS, message("a")));
    store.dtx().rollback(ONE);

    prepare(ONE, tx -> tx.enqueue(ORDERS, message("b")));
    store.dtx().commit(ONE);

    assertThat(bodies(ORDERS)).containsExactly("b");
  }

  @Test
  void whatCannotBeDoneIsRefusedAtThePrepareAndNothingIsChanged() {
    Position kept = put(ORDERS, "kept");
    String before = StoreText.describe(store);

    assertThat(
            refusal(
                () ->
                    prepare(
                        ONE,
                        tx -> {
                          tx.acknowledge(kept);
                          tx.enqueue(BILLS, message("x"));
                          tx.enqueue(NEWS, message("y"));
                        })))
        .isEqualTo(UNKNOWN_DESTINATION);

    assertThat(StoreText.describe(store)).isEqualTo(before);
    assertThat(listed()).isEmpty();
    assertThat(statusOf(tx -> tx.acknowledge(kept))).isEqualTo(Status.APPLIED);
  }

  @Test
  void onlyWhatCanBeHeldIsPromised() {
    Position position = put(ORDERS, "a");
    List<Consumer<StoreTransaction>> others =
        List.of(
            tx -> tx.recordRedelivery(position),
            tx -> tx.updateHeader(position, Bytes.EMPTY),
            tx -> tx.retain(ORDERS, message("last")),
            tx -> tx.clearRetained(ORDERS));

    for (Consumer<StoreTransaction> other : others) {
      assertThat(refusal(() -> prepare(ONE, other))).isEqualTo(NOT_IN_BRANCH);
    }
    assertThat(listed()).isEmpty();
  }

  @Test
  void aTransactionIsPreparedOrCommittedAndNotBoth() {
    StoreTransaction committed = store.begin();
    committed.commit();
    StoreTransaction prepared = store.begin();
    prepared.enqueue(ORDERS, message("a"));
    store.dtx().prepare(ONE, prepared);

    assertThat(refusal(() -> store.dtx().prepare(TWO, committed))).isEqualTo(TRANSACTION_ENDED);
    assertThat(refusal(prepared::commit)).isEqualTo(TRANSACTION_ENDED);
    assertThat(refusal(() -> store.dtx().prepare(TWO, prepared))).isEqualTo(TRANSACTION_ENDED);
  }

  @Test
  void aForcedOutcomeIsRememberedUntilItIsForgotten() {
    prepare(ONE, tx -> tx.enqueue(ORDERS, message("a")));
    prepare(TWO, tx -> tx.enqueue(ORDERS, message("b")));
    clock.advance(Duration.ofMillis(9));

    Receipt receipt = store.dtx().forceCommit(ONE, done -> {});
    store.dtx().forceRollback(TWO);
    reopen();

    assertThat(receipt.appliedCount()).isEqualTo(1);
    assertThat(bodies(ORDERS)).containsExactly("a");
    assertThat(store.dtx().list(0, 10).items())
        .extracting(BranchInfo::state)
        .containsExactly(State.FORCED_COMMIT, State.FORCED_ROLLBACK);
    assertThat(store.dtx().find(ONE).orElseThrow().endedAtMillis()).hasValue(clock.millis());
    for (BranchId forced : List.of(ONE, TWO)) {
      assertThat(refusal(() -> store.dtx().commit(forced))).isEqualTo(BRANCH_FORCED);
      assertThat(refusal(() -> store.dtx().rollback(forced))).isEqualTo(BRANCH_FORCED);
      assertThat(refusal(() -> prepare(forced, tx -> tx.enqueue(ORDERS, message("c")))))
          .isEqualTo(BRANCH_EXISTS);
      assertThat(store.dtx().operations(forced, -1, 10).items()).isEmpty();
      store.dtx().forget(forced);
      assertThat(refusal(() -> store.dtx().forget(forced))).isEqualTo(UNKNOWN_BRANCH);
    }
    reopen();
    assertThat(listed()).isEmpty();
  }

  @Test
  void aBranchInDoubtIsNotForgotten() {
    prepare(ONE, tx -> tx.enqueue(ORDERS, message("a")));

    assertThat(refusal(() -> store.dtx().forget(ONE))).isEqualTo(BRANCH_IN_DOUBT);

    store.dtx().commit(ONE);
    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void branchesAreListedInPagesInTheOrderOfTheirPrepares() {
    List<BranchId> all = IntStream.range(0, 10).mapToObj(BranchContract::branch).toList();
    all.forEach(id -> prepare(id, tx -> tx.enqueue(ORDERS, message("m"))));
    store.dtx().commit(branch(4));
    reopen();

    List<BranchInfo> listed = inPages(2, after -> store.dtx().list(after, 2), BranchInfo::number);

    List<BranchId> expected = new ArrayList<>(all);
    expected.remove(branch(4));
    assertThat(listed).extracting(BranchInfo::id).containsExactlyElementsOf(expected);
  }

  @Test
  void namesOfAnyBytesComeBackAsTheyWere() {
    byte[] wild = new byte[64];
    for (int i = 0; i < wild.length; i++) {
      wild[i] = (byte) (i * 37 + (i % 3 == 0 ? 0xFF : 0));
    }
    List<BranchId> names =
        List.of(
            new BranchId(0, Bytes.wrap(wild), Bytes.wrap(wild)),
            new BranchId(Integer.MAX_VALUE, Bytes.wrap(new byte[] {0}), Bytes.EMPTY),
            new BranchId(-2, Bytes.wrap(new byte[] {-1, 0, -1}), Bytes.wrap(new byte[] {-1})),
            new BranchId(0, Bytes.wrap(wild), Bytes.EMPTY));

    names.forEach(id -> prepare(id, tx -> tx.enqueue(ORDERS, message("m"))));
    reopen();

    assertThat(listed()).containsExactlyElementsOf(names);
    assertThat(names).allSatisfy(id -> assertThat(BranchId.parse(id.toString())).isEqualTo(id));
    names.forEach(id -> store.dtx().rollback(id));
    assertThat(listed()).isEmpty();
  }

  @Test
  void aNameThatIsNoneIsRefused() {
    Bytes tooLong = Bytes.wrap(new byte[65]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BranchId(-1, Bytes.utf8("g"), Bytes.EMPTY));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BranchId(1, Bytes.EMPTY, Bytes.EMPTY));
    assertThatIllegalArgumentException().isThrownBy(() -> new BranchId(1, tooLong, Bytes.EMPTY));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BranchId(1, Bytes.utf8("g"), tooLong));
    for (String text : List.of("", "1:ab", "x:ab:cd", "1:zz:00", "1::", "1:ab:cd:ef")) {
      assertThatIllegalArgumentException().isThrownBy(() -> BranchId.parse(text));
    }
  }

  @Test
  void whatABranchHoldsIsListedInTheOrderOfItsOperations() {
    store.declare(DEAD);
    Position first = put(ORDERS, "a");
    Position second = put(ORDERS, "b");
    Position third = put(ORDERS, "c");
    Position gone = put(ORDERS, "d");
    commit(tx -> tx.acknowledge(gone));

    prepare(
        ONE,
        tx -> {
          tx.acknowledge(first);
          tx.enqueue(BILLS, message("xyz"));
          tx.acknowledge(gone);
          tx.move(second, BILLS);
          tx.deadLetter(third, "dead", "why");
        });
    reopen();

    List<BranchOperation> all = store.dtx().operations(ONE, -1, 100).items();
    assertThat(all)
        .extracting(each -> each.ordinal() + " " + each.kind() + " " + each.destination())
        .containsExactly(
            "0 ACKNOWLEDGE queue://orders",
            "1 ENQUEUE queue://bills",
            "3 MOVE queue://orders",
            "4 DEAD_LETTER queue://orders");
    assertThat(all.get(0).position()).contains(first);
    assertThat(all.get(1).header()).contains(Bytes.utf8("h"));
    assertThat(all.get(1).bytes()).isEqualTo(4);
    assertThat(all.get(2).target()).contains(BILLS);
    assertThat(all.get(3).target()).contains(DEAD);
    assertThat(store.dtx().operations(ONE, 0, 2).items()).isEqualTo(all.subList(1, 3));
    assertThat(store.dtx().operations(ONE, 0, 2).more()).isTrue();
    assertThat(store.dtx().operations(ONE, 3, 2).more()).isFalse();
  }

  @Test
  void twoMessagesOfOneIdentityAreOneMessageInABranchToo() {
    var twin = message("a").withIdentity(new MessageIdentity(Bytes.utf8("p"), 1));

    assertThat(
            refusal(
                () ->
                    prepare(
                        ONE,
                        tx -> {
                          tx.enqueue(ORDERS, twin);
                          tx.enqueue(ORDERS, twin);
                        })))
        .isEqualTo(DUPLICATE_ID);
    assertThat(listed()).isEmpty();
  }
}
