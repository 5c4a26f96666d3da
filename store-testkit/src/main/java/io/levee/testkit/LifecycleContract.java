package io.levee.testkit;

import static io.levee.store.CommitDurability.SYNC;
import static io.levee.store.StoreException.Code.STORE_CLOSED;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.levee.store.Bytes;
import io.levee.store.ContentWriter;
import io.levee.store.DeadLetters;
import io.levee.store.Message;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.StoreException;
import io.levee.store.StoreTransaction;
import io.levee.store.Subscriptions;
import io.levee.store.Subscriptions.Start;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Closing, in quiet and in the middle of work. */
abstract class LifecycleContract extends StoreContractCase {

  private static final int THREADS = 8;

  @BeforeEach
  void declareQueue() {
    store.declare(ORDERS);
  }

  @Test
  void everyCallAfterClosingIsRefused() {
    StoreTransaction first = EveryCall.storing(store, ORDERS);
    StoreTransaction second = EveryCall.storing(store, ORDERS);
    ContentWriter writer = store.newContent();

    store.close();

    EveryCall.of(store, first, second, writer)
        .forEach((name, call) -> assertThat(refusal(call)).as(name).isEqualTo(STORE_CLOSED));
  }

  @Test
  void partsThatWereAskedForBeforeAreRefusedToo() {
    DeadLetters deadLetters = store.deadLetters();
    Subscriptions subscriptions = store.subscriptions();

    store.close();

    assertThat(refusal(() -> deadLetters.origins("dead"))).isEqualTo(STORE_CLOSED);
    assertThat(refusal(() -> subscriptions.list(NEWS))).isEqualTo(STORE_CLOSED);
    assertThat(
            refusal(() -> subscriptions.subscribe(NEWS, Bytes.EMPTY, Bytes.EMPTY, Start.AT_FIRST)))
        .isEqualTo(STORE_CLOSED);
  }

  @Test
  void closingAgainDoesNothing() {
    put(ORDERS, "a");
    store.close();

    store.close();

    reopen();
    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void aClosedStoreKeepsNothingOfAnOpenTransaction() {
    StoreTransaction transaction = EveryCall.storing(store, ORDERS);

    reopen();

    assertThat(refusal(transaction::commit)).isEqualTo(STORE_CLOSED);
    assertThat(info(ORDERS).messageCount()).isZero();
  }

  @Test
  void closingAnswersTheCommitsThatWereAskedFor() {
    List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      StoreTransaction transaction = store.begin();
      transaction.enqueue(ORDERS, message("m" + i));
      receipts.add(transaction.commitAsync(SYNC));
    }

    store.close();

    assertThat(receipts).allSatisfy(receipt -> assertThat(receipt).isCompleted());
    reopen();
    assertThat(info(ORDERS).messageCount()).isEqualTo(200);
  }

  @Test
  void anOpenBodyFailsAfterClosing() throws IOException {
    Bytes large = bytes(Math.toIntExact(limits.maxBodyBytes() - 1));
    Position position = put(ORDERS, Message.of(Bytes.EMPTY, large));
    try (InputStream stream = store.openBody(position).orElseThrow()) {
      store.close();

      assertThat(catchThrowable(stream::readAllBytes))
          .isInstanceOfAny(IOException.class, StoreException.class);
    }
  }

  @Test
  void closingInTheMiddleOfWorkLosesNoAnswer() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    CountDownLatch underWay = new CountDownLatch(THREADS * 5);
    List<Future<Integer>> answered = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      answered.add(threads.submit(() -> commitUntilClosed(underWay)));
    }
    assertThat(underWay.await(60, SECONDS)).isTrue();

    store.close();

    int sum = 0;
    for (Future<Integer> each : answered) {
      sum += each.get(60, SECONDS);
    }
    threads.shutdown();
    reopen();
    // A commit that was refused with STORE_CLOSED, one for each thread, may have happened or not.
    assertThat(info(ORDERS).messageCount()).isBetween((long) sum, (long) sum + THREADS);
    assertThat(store.browse(ORDERS, PageRequest.first(100_000)).items())
        .hasSize(Math.toIntExact(info(ORDERS).messageCount()));
  }

  /** Commits and reads until the store is closed; answers how many commits were granted. */
  private int commitUntilClosed(CountDownLatch underWay) {
    int granted = 0;
    try {
      while (true) {
        put(ORDERS, "a");
        granted++;
        underWay.countDown();
        store.browse(ORDERS, PageRequest.first(10));
        store.find(ORDERS);
      }
    } catch (StoreException e) {
      assertThat(e.code()).isEqualTo(STORE_CLOSED);
      return granted;
    }
  }
}
