package io.levee.testkit;

import static io.levee.store.CommitDurability.BUFFERED;
import static io.levee.store.CommitDurability.SYNC;
import static io.levee.store.StoreException.Code.INTERRUPTED;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Outcome;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreException.Code;
import io.levee.store.StoreTransaction;
import io.levee.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many threads on one store, and what readers see while a commit is under way. */
abstract class ConcurrencyContract extends StoreContractCase {

  private static final int THREADS = 8;
  private static final int COMMITS = 50;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @BeforeEach
  void declareQueues() {
    store.declare(ORDERS);
    store.declare(BILLS);
  }

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  /** What {@code work} answers in each of several threads. */
  private <T> List<T> inThreads(Callable<T> work) throws Exception {
    List<Future<T>> running = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      running.add(threads.submit(work));
    }
    List<T> answers = new ArrayList<>();
    for (Future<T> future : running) {
      answers.add(future.get(60, SECONDS));
    }
    return answers;
  }

  private static long sequence(Outcome outcome) {
    return outcome.position().orElseThrow().sequence();
  }

  /** A commit that stands still between durable and visible until it is let go. */
  private static final class HeldCommit implements AutoCloseable {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);
    private final CompletableFuture<Receipt> receipt;

    HeldCommit(StoreTransaction transaction) throws InterruptedException {
      transaction.beforeVisible(any -> hold());
      receipt = transaction.commitAsync(SYNC);
      assertThat(reached.await(60, SECONDS)).isTrue();
    }

    private void hold() {
      reached.countDown();
      try {
        letGo.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    Receipt finish() throws Exception {
      letGo.countDown();
      return receipt.get(60, SECONDS);
    }

    /** Lets the commit go, also when the test has failed. */
    @Override
    public void close() {
      letGo.countDown();
    }
  }

  @Test
  void nobodySeesWhatACommitStoredBeforeItsActionsAreDone() throws Exception {
    String before = StoreText.describe(store);
    StoreTransaction transaction = store.begin();
    transaction.enqueue(ORDERS, message("a"));
    transaction.enqueue(BILLS, message("b"));

    try (HeldCommit held = new HeldCommit(transaction)) {
      assertThat(StoreText.describe(store)).isEqualTo(before);
      assertThat(store.read(new Position(info(ORDERS).id(), 0, 1))).isEmpty();

      held.finish();
      assertThat(bodies(ORDERS)).containsExactly("a");
      assertThat(bodies(BILLS)).containsExactly("b");
    }
  }

  @Test
  void anAsynchronousCommitDoesNotWait() throws Exception {
    try (HeldCommit held = new HeldCommit(store.begin())) {
      StoreTransaction transaction = store.begin();
      transaction.enqueue(ORDERS, message("a"));

      CompletableFuture<Receipt> receipt = transaction.commitAsync(SYNC);
      assertThat(receipt).isNotDone();
      assertThat(bodies(ORDERS)).isEmpty();

      held.finish();
      assertThat(receipt.get(60, SECONDS).appliedCount()).isEqualTo(1);
      assertThat(bodies(ORDERS)).containsExactly("a");
    }
  }

  @Test
  void anInterruptedCallerIsToldThatItDoesNotKnow() throws Exception {
    AtomicBoolean stillInterrupted = new AtomicBoolean();
    CompletableFuture<Code> answer = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              answer.complete(refusalOf(tx -> tx.enqueue(ORDERS, message("a"))));
              stillInterrupted.set(Thread.currentThread().isInterrupted());
            });

    try (HeldCommit held = new HeldCommit(store.begin())) {
      caller.start();

      assertThat(answer.get(60, SECONDS)).isEqualTo(INTERRUPTED);
      caller.join();
      assertThat(stillInterrupted).isTrue();
      held.finish();
    }
    assertThat(info(ORDERS).messageCount()).isBetween(0L, 1L);
  }

  @Test
  void receiptsOfManyThreadsGiveEachPositionOnce() throws Exception {
    List<List<Long>> perThread = inThreads(() -> commits(COMMITS));

    List<Long> all = perThread.stream().flatMap(List::stream).sorted().toList();
    assertThat(all)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, all.size()).boxed().toList());
    assertThat(all).hasSize(THREADS * COMMITS * 2);
    perThread.forEach(sequences -> assertThat(sequences).isSorted());
    assertThat(info(ORDERS).messageCount()).isEqualTo(all.size());
  }

  /** The sequences of {@code count} commits of two messages each. */
  private List<Long> commits(int count) {
    List<Long> sequences = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StoreTransaction transaction = store.begin();
      transaction.enqueue(ORDERS, message("a"));
      transaction.enqueue(ORDERS, message("b"));
      Receipt receipt = transaction.commit(BUFFERED);
      receipt.outcomes().forEach(outcome -> sequences.add(sequence(outcome)));
    }
    return sequences;
  }

  @Test
  void actionsAreCalledInTheOrderOfTheSequences() throws Exception {
    ConcurrentLinkedQueue<Long> called = new ConcurrentLinkedQueue<>();
    inThreads(
        () -> {
          for (int i = 0; i < COMMITS; i++) {
            StoreTransaction transaction = store.begin();
            transaction.enqueue(ORDERS, message("a"));
            transaction.beforeVisible(receipt -> called.add(sequence(receipt.outcomes().get(0))));
            transaction.commit(BUFFERED);
          }
          return true;
        });

    assertThat(called)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, (long) THREADS * COMMITS).boxed().toList());
  }

  @Test
  void oneOfManyThreadsTakesAMessage() throws Exception {
    List<Position> positions = new ArrayList<>();
    for (int i = 0; i < COMMITS; i++) {
      positions.add(put(ORDERS, "m" + i));
    }
    AtomicInteger taken = new AtomicInteger();

    inThreads(
        () -> {
          for (Position position : positions) {
            if (statusOf(tx -> tx.acknowledge(position)) == Status.APPLIED) {
              taken.incrementAndGet();
            }
          }
          return true;
        });

    assertThat(taken).hasValue(COMMITS);
    assertThat(info(ORDERS).messageCount()).isZero();
    assertThat(bodies(ORDERS)).isEmpty();
  }

  @Test
  void aReaderNeverMissesALateCommit() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    Future<List<Long>> reader = threads.submit(() -> followed(ended));

    inThreads(() -> commits(COMMITS));
    ended.set(true);

    assertThat(reader.get(60, SECONDS))
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, THREADS * COMMITS * 2L).boxed().toList());
  }

  /** The sequences that a reader sees who always goes on after the last one. */
  private List<Long> followed(AtomicBoolean ended) {
    List<Long> seen = new ArrayList<>();
    boolean last;
    do {
      last = ended.get();
      long after = seen.isEmpty() ? 0 : seen.get(seen.size() - 1);
      Page<StoredMessage> page;
      do {
        page = store.browse(ORDERS, PageRequest.after(after, 10));
        for (StoredMessage message : page.items()) {
          after = message.position().sequence();
          seen.add(after);
        }
      } while (page.more());
    } while (!last);
    return seen;
  }

  @Test
  void countersOfATransactionAreSeenTogether() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    Future<Boolean> reader =
        threads.submit(
            () -> {
              while (!ended.get()) {
                assertThat(info(ORDERS).messageCount() % 2).isZero();
              }
              return true;
            });

    inThreads(() -> commits(COMMITS));
    ended.set(true);

    assertThat(reader.get(60, SECONDS)).isTrue();
  }

  @Test
  void messagesThatOthersPutAreTakenWhileTheyCome() throws Exception {
    AtomicInteger taken = new AtomicInteger();
    int all = THREADS * COMMITS * 2;
    Future<Boolean> taker =
        threads.submit(
            () -> {
              while (taken.get() < all) {
                for (StoredMessage message : store.browse(ORDERS, PageRequest.first(20)).items()) {
                  commit(tx -> tx.acknowledge(message.position()));
                  taken.incrementAndGet();
                }
              }
              return true;
            });

    inThreads(() -> commits(COMMITS));

    assertThat(taker.get(60, SECONDS)).isTrue();
    assertThat(info(ORDERS).messageCount()).isZero();
    assertThat(info(ORDERS).messageBytes()).isZero();
  }
}
