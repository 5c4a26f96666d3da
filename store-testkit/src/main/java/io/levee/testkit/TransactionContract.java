package io.levee.testkit;

import static io.levee.store.CommitDurability.BUFFERED;
import static io.levee.store.CommitDurability.SYNC;
import static io.levee.store.StoreException.Code.TRANSACTION_ENDED;
import static io.levee.store.StoreException.Code.TRANSACTION_TOO_LARGE;
import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Message;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.StoreException.Category;
import io.levee.store.StoreTransaction;
import io.levee.store.StoreTransaction.OnDuplicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The life of a transaction: asked for, committed or rolled back, ended. */
abstract class TransactionContract extends StoreContractCase {

  @BeforeEach
  void declareQueues() {
    store.declare(ORDERS);
    store.declare(BILLS);
  }

  @Test
  void nothingHappensBeforeTheCommit() {
    Position position = put(ORDERS, "a");
    String before = StoreText.describe(store);

    StoreTransaction transaction = store.begin();
    transaction.acknowledge(position);
    transaction.enqueue(BILLS, message("b"));

    assertThat(StoreText.describe(store)).isEqualTo(before);
    transaction.rollback();
  }

  @Test
  void aRolledBackTransactionNeverHappened() {
    Position position = put(ORDERS, "a");
    String before = StoreText.describe(store);

    StoreTransaction transaction = store.begin();
    transaction.acknowledge(position);
    transaction.enqueue(BILLS, message("b"));
    transaction.rollback();

    assertThat(StoreText.describe(store)).isEqualTo(before);
    assertThat(put(BILLS, "c").sequence()).isEqualTo(1);
  }

  @Test
  void rollingBackAgainDoesNothing() {
    StoreTransaction transaction = store.begin();
    transaction.rollback();

    transaction.rollback();

    assertThat(refusal(transaction::commit)).isEqualTo(TRANSACTION_ENDED);
  }

  @Test
  void theSizeIsTheNumberOfOperations() {
    StoreTransaction transaction = store.begin();
    assertThat(transaction.size()).isZero();

    transaction.enqueue(ORDERS, message("a"));
    transaction.acknowledge(new Position(1, 0, 1));

    assertThat(transaction.size()).isEqualTo(2);
    assertThat(transaction.commit().outcomes()).hasSize(2);
  }

  @Test
  void anEmptyTransactionIsCommitted() {
    assertThat(store.begin().commit().outcomes()).isEmpty();
  }

  @Test
  void aTransactionIsNotBoundToTheOneBefore() {
    StoreTransaction first = store.begin();
    StoreTransaction second = store.begin();
    first.enqueue(ORDERS, message("first"));
    second.enqueue(ORDERS, message("second"));

    second.commit();
    first.rollback();

    assertThat(bodies(ORDERS)).containsExactly("second");
  }

  @Test
  void everyCallOnACommittedTransactionIsRefused() {
    StoreTransaction transaction = store.begin();
    transaction.commit();

    assertEveryCallIsRefused(transaction);
  }

  @Test
  void everyCallOnARolledBackTransactionIsRefused() {
    StoreTransaction transaction = store.begin();
    transaction.rollback();

    assertEveryCallIsRefused(transaction);
  }

  @Test
  void everyCallOnARefusedTransactionIsRefused() {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(NEWS, message("refused"));
    assertThat(refusal(transaction::commit)).isEqualTo(UNKNOWN_DESTINATION);

    assertEveryCallIsRefused(transaction);
  }

  private static void assertEveryCallIsRefused(StoreTransaction transaction) {
    Position position = new Position(1, 0, 1);
    List<Consumer<StoreTransaction>> calls =
        List.of(
            tx -> tx.enqueue(ORDERS, message("a")),
            tx -> tx.enqueue(ORDERS, message("a"), OnDuplicate.KEEP_STORED),
            tx -> tx.acknowledge(position),
            tx -> tx.move(position, ORDERS),
            tx -> tx.deadLetter(position, "dead", "why"),
            tx -> tx.restore(position, Optional.empty()),
            tx -> tx.recordRedelivery(position),
            tx -> tx.updateHeader(position, Bytes.EMPTY),
            tx -> tx.retain(ORDERS, message("a")),
            tx -> tx.clearRetained(ORDERS),
            tx -> tx.settle(NEWS, Bytes.EMPTY, 1),
            tx -> tx.beforeVisible(receipt -> {}),
            StoreTransaction::commit,
            tx -> tx.commit(BUFFERED),
            tx -> tx.commitAsync(SYNC).join());
    for (Consumer<StoreTransaction> call : calls) {
      assertThat(refusal(() -> call.accept(transaction))).isEqualTo(TRANSACTION_ENDED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCommitWithEachDurabilitySurvivesClosing(CommitDurability durability) {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(ORDERS, message("a"));
    transaction.commit(durability);
    assertThat(bodies(ORDERS)).containsExactly("a");

    reopen();

    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void flushingMakesBufferedCommitsDurable() {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(ORDERS, message("a"));
    transaction.commit(BUFFERED);

    store.flush();

    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void anAsynchronousCommitAnswersItsReceipt() {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(ORDERS, message("a"));

    Receipt receipt = transaction.commitAsync(SYNC).join();

    Position position = receipt.outcomes().get(0).position().orElseThrow();
    assertThat(bodyOf(stored(position))).isEqualTo("a");
  }

  @Test
  void anAsynchronousCommitFailsWithItsRefusal() {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(NEWS, message("refused"));

    assertThat(refusal(() -> transaction.commitAsync(SYNC).join())).isEqualTo(UNKNOWN_DESTINATION);
    assertThat(UNKNOWN_DESTINATION.category()).isEqualTo(Category.REFUSED);
  }

  @Test
  void asynchronousCommitsOfOneThreadHappenInItsOrder() {
    List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      StoreTransaction transaction = store.begin();
      transaction.enqueue(ORDERS, message("m" + i));
      receipts.add(transaction.commitAsync(BUFFERED));
    }

    List<Long> sequences =
        receipts.stream()
            .map(receipt -> receipt.join().outcomes().get(0).position().orElseThrow().sequence())
            .toList();

    assertThat(sequences).isSorted().startsWith(1L).endsWith(100L).hasSize(100);
  }

  @Test
  void aTransactionBeyondTheLimitIsRefused() {
    Message large = Message.of(Bytes.EMPTY, bytes(Math.toIntExact(limits.maxBodyBytes())));
    long count = limits.maxTransactionBytes() / limits.maxBodyBytes() + 1;

    assertThat(
            refusalOf(
                tx -> {
                  for (long i = 0; i < count; i++) {
                    tx.enqueue(ORDERS, large);
                  }
                }))
        .isEqualTo(TRANSACTION_TOO_LARGE);
    assertThat(info(ORDERS).messageCount()).isZero();
  }

  @Test
  void commitNumbersDoNotDecrease() {
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      numbers.add(commit(tx -> tx.enqueue(ORDERS, message("a"))).commitNumber());
    }
    reopen();
    numbers.add(commit(tx -> tx.enqueue(ORDERS, message("b"))).commitNumber());

    assertThat(numbers).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void anActionIsGivenTheReceipt() {
    List<Receipt> seen = new ArrayList<>();

    Receipt receipt =
        commit(
            tx -> {
              tx.enqueue(ORDERS, message("a"));
              tx.beforeVisible(seen::add);
            });

    assertThat(seen).containsExactly(receipt);
  }

  @Test
  void anActionOfARefusedTransactionIsNotCalled() {
    List<Receipt> seen = new ArrayList<>();

    refusalOf(
        tx -> {
          tx.beforeVisible(seen::add);
          tx.enqueue(NEWS, message("refused"));
        });

    assertThat(seen).isEmpty();
  }

  @Test
  void theStatusCountsCommitsAndNamesNoFailure() {
    long before = store.status().transactions();
    long number = commit(tx -> tx.enqueue(ORDERS, message("a"))).commitNumber();

    assertThat(store.status().transactions()).isGreaterThan(before);
    assertThat(store.status().commitNumber()).isGreaterThanOrEqualTo(number);
    assertThat(store.status().writes()).isPositive();
    assertThat(store.status().failure()).isEmpty();
  }
}
