package io.levee.testkit;

import static io.levee.store.CommitDurability.SYNC;
import static io.levee.store.StoreException.Code.STORE_FAILED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.levee.store.ContentWriter;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.StoreException.Category;
import io.levee.store.StoreTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a store does after a write whose outcome it does not know: nothing, until it is reopened.
 */
public abstract class FailedStoreContract extends StoreContractCase {

  private CrashableFixture crashable;

  /** A fixture whose state is empty. */
  protected abstract CrashableFixture newCrashableFixture();

  static Stream<Arguments> outcomes() {
    return Stream.of(argumentSet("not applied", false), argumentSet("applied", true));
  }

  @Override
  final StoreFixture newFixture() {
    crashable = newCrashableFixture();
    return crashable;
  }

  @BeforeEach
  void declareQueue() {
    store.declare(ORDERS);
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void everyCallButCloseIsRefused(boolean applied) {
    StoreTransaction failing = EveryCall.storing(store, ORDERS);
    StoreTransaction first = EveryCall.storing(store, ORDERS);
    StoreTransaction second = EveryCall.storing(store, ORDERS);
    ContentWriter writer = store.newContent();
    crashable.failNextWrite(applied);

    assertThat(refusal(failing::commit)).isEqualTo(STORE_FAILED);

    assertThat(STORE_FAILED.category()).isEqualTo(Category.FATAL);
    EveryCall.of(store, first, second, writer)
        .forEach((name, call) -> assertThat(refusal(call)).as(name).isEqualTo(STORE_FAILED));
    assertThat(store.status().failure()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void openingAgainDecidesFromDisk(boolean applied) {
    Position kept = put(ORDERS, "kept");
    StoreTransaction failing = store.begin();
    failing.acknowledge(kept);
    failing.enqueue(ORDERS, message("new"));
    crashable.failNextWrite(applied);
    assertThat(refusal(failing::commit)).isEqualTo(STORE_FAILED);

    reopen();

    assertThat(bodies(ORDERS)).containsExactly(applied ? "new" : "kept");
    assertThat(info(ORDERS).messageCount()).isEqualTo(1);
    assertThat(store.status().failure()).isEmpty();
    assertThat(put(ORDERS, "after").sequence()).isEqualTo(applied ? 3 : 2);
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void everyCommitThatWaitsIsAnswered(boolean applied) {
    List<StoreTransaction> transactions = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      transactions.add(EveryCall.storing(store, ORDERS));
    }
    crashable.failNextWrite(applied);

    List<CompletableFuture<Receipt>> receipts =
        transactions.stream().map(transaction -> transaction.commitAsync(SYNC)).toList();

    assertThat(receipts)
        .allSatisfy(receipt -> assertThat(refusal(receipt::join)).isEqualTo(STORE_FAILED));
  }
}
