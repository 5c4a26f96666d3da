package io.levee.leveldb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Content;
import io.levee.store.ContentWriter;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Receipt;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import io.levee.store.StoreTransaction;
import io.levee.store.Subscriptions.Start;
import io.levee.testkit.FaultyEngine;
import io.levee.testkit.ManualClock;
import io.levee.testkit.MemoryDisk;
import io.levee.testkit.MemoryEngine;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a caller does wrong is refused to that caller; the store goes on for the others. */
class StoreMisuseTest {

  private static final Destination QUEUE = Destination.queue("orders");
  private static final Destination TOPIC = Destination.topic("news");
  private static final Bytes ANN = Bytes.utf8("ann");

  private final MemoryDisk disk = new MemoryDisk();
  private final FaultyEngine engine = new FaultyEngine(MemoryEngine.open(disk));
  private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(1_000_000));
  private final LevelDbMessageStore store = LevelDbMessageStore.open(engine, options());

  private StoreOptions options() {
    return StoreOptions.DEFAULT
        .withDiskReserveBytes(0)
        .withHousekeepingIntervalMillis(0)
        .withClock(clock);
  }

  @AfterEach
  void checkTheWholeStore() {
    store.close();
    try (var closed = MemoryEngine.open(disk)) {
      assertThat(StoreCheck.faults(closed)).isEmpty();
    }
  }

  private void assertStillWorks() {
    store.declare(QUEUE);
    StoreTransaction transaction = store.begin();
    transaction.enqueue(QUEUE, Message.of(Bytes.EMPTY, Bytes.utf8("works")));
    assertThat(transaction.commit().appliedCount()).isEqualTo(1);
  }

  @Test
  void aMissingValueIsRefusedToItsCallerOnly() {
    store.declare(TOPIC);

    assertThatNullPointerException().isThrownBy(() -> store.declare(QUEUE, null));
    assertThatNullPointerException()
        .isThrownBy(() -> store.subscriptions().subscribe(TOPIC, ANN, null, Start.AT_FIRST));
    assertThatNullPointerException()
        .isThrownBy(() -> store.subscriptions().subscribe(TOPIC, null, ANN, Start.AT_FIRST));
    assertThatNullPointerException()
        .isThrownBy(() -> store.subscriptions().unsubscribe(TOPIC, null));
    assertThatNullPointerException().isThrownBy(() -> store.begin().commit(null));
    assertThatNullPointerException().isThrownBy(() -> store.begin().enqueue(QUEUE, null));

    assertStillWorks();
  }

  @Test
  void contentThatNoStoreGaveOutIsRefused() {
    store.declare(QUEUE);
    Content real;
    try (ContentWriter writer = store.newContent()) {
      writer.write(new byte[300_000], 0, 300_000);
      real = writer.finish();
    }
    Content other = new Content(real.contentId(), real.size(), real.chunkBytes() / 2);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Content(real.contentId(), real.size(), 0));
    assertThat(refusalOf(Message.of(Bytes.EMPTY, other))).isEqualTo(Code.CONTENT_NOT_READY);
    assertThat(refusalOf(Message.of(Bytes.EMPTY, real))).isNull();
    assertStillWorks();
  }

  private Code refusalOf(Message message) {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(QUEUE, message);
    Throwable refusal = catchThrowable(transaction::commit);
    return refusal instanceof StoreException e ? e.code() : null;
  }

  @Test
  void aNameThatIsNotTextIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Destination.queue("a\uD800"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DestinationOptions.DEFAULT.deadLetteringExpiredTo("\uDC00"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DestinationOptions.DEFAULT.deadLetteringExpiredTo(""));
    assertThat(store.declare(Destination.queue("\uD83D\uDE00")).id()).isPositive();
  }

  @Test
  void aChannelWhoseNameIsTooLongIsRefusedBeforeAnythingCanExpireIntoIt() {
    DestinationOptions options =
        DestinationOptions.DEFAULT.deadLetteringExpiredTo("x".repeat(2000));

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> store.declare(QUEUE, options))
        .matches(e -> e.code() == Code.NAME_TOO_LONG);
  }

  @Test
  void whoWaitsOnTheCommittingThreadIsToldAndNothingIsDone() throws Exception {
    store.declare(QUEUE);
    StoreTransaction inner = store.begin();
    inner.enqueue(QUEUE, Message.of(Bytes.EMPTY, Bytes.utf8("inner")));
    CompletableFuture<Throwable> waiting = new CompletableFuture<>();
    CompletableFuture<Throwable> closing = new CompletableFuture<>();
    StoreTransaction outer = store.begin();
    outer.enqueue(QUEUE, Message.of(Bytes.EMPTY, Bytes.utf8("outer")));
    outer.beforeVisible(
        receipt -> {
          waiting.complete(catchThrowable(inner::commit));
          closing.complete(catchThrowable(store::close));
        });

    outer.commit();

    assertThat(waiting.get()).isInstanceOf(IllegalStateException.class);
    assertThat(closing.get()).isInstanceOf(IllegalStateException.class);
    assertThat(store.find(QUEUE).orElseThrow().messageCount()).isEqualTo(1);
    assertStillWorks();
  }

  @Test
  void whoLooksAfterTheStoreOnTheCommittingThreadIsToldAndWhoReadsIsAnswered() throws Exception {
    store.declare(QUEUE);
    CompletableFuture<Throwable> expiring = new CompletableFuture<>();
    CompletableFuture<Throwable> keeping = new CompletableFuture<>();
    CompletableFuture<Integer> expired = new CompletableFuture<>();
    StoreTransaction outer = store.begin();
    outer.enqueue(QUEUE, Message.of(Bytes.EMPTY, Bytes.utf8("outer")));
    outer.beforeVisible(
        receipt -> {
          expiring.complete(catchThrowable(() -> store.expire(clock.millis(), 1)));
          keeping.complete(catchThrowable(store::runHousekeeping));
          expired.complete(store.expired(clock.millis(), 1).size());
        });

    outer.commit();

    assertThat(expiring.get()).isInstanceOf(IllegalStateException.class);
    assertThat(keeping.get()).isInstanceOf(IllegalStateException.class);
    assertThat(expired.get()).isZero();
    assertStillWorks();
  }

  @Test
  void anActionThatEndsInAnErrorIsToldAndTheStoreGoesOn() {
    store.declare(QUEUE);
    StoreTransaction transaction = store.begin();
    transaction.enqueue(QUEUE, Message.of(Bytes.EMPTY, Bytes.utf8("a")));
    transaction.beforeVisible(
        receipt -> {
          throw new AssertionError("of the action");
        });

    assertThatIllegalStateException()
        .isThrownBy(transaction::commit)
        .withMessageContaining("the commit is durable");
    assertStillWorks();
  }

  @Test
  void aFullDiskRefusesASyncOfNothingAndStopsNobody() {
    store.declare(QUEUE);
    StoreTransaction buffered = store.begin();
    buffered.enqueue(QUEUE, Message.of(Bytes.EMPTY, Bytes.utf8("a")));
    buffered.commit(CommitDurability.BUFFERED);
    engine.setDiskFull(true);

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(store::flush)
        .matches(e -> e.code() == Code.DISK_FULL);
    assertThat(store.find(QUEUE).orElseThrow().messageCount()).isEqualTo(1);

    engine.setDiskFull(false);
    store.flush();
    assertStillWorks();
  }

  @Test
  void contentOfAnotherSizeIsNotDiscarded() {
    store.declare(QUEUE);
    ContentWriter writer = store.newContent();
    writer.write(new byte[3000], 0, 3000);
    Content content = writer.finish();

    store.discard(new Content(content.contentId(), 2_000_000_000_000L, content.chunkBytes()));
    store.discard(new Content(content.contentId(), 1, content.chunkBytes()));

    StoreTransaction transaction = store.begin();
    transaction.enqueue(QUEUE, Message.of(Bytes.EMPTY, content));
    assertThat(transaction.commit().appliedCount()).isEqualTo(1);
  }

  @Test
  void aWriterThatFailedTakesNoMore() {
    ContentWriter writer = store.newContent();
    int chunk = StoreOptions.DEFAULT.chunkBytes();
    engine.setDiskFull(true);
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> writer.write(new byte[2 * chunk], 0, 2 * chunk));
    engine.setDiskFull(false);

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> writer.write(new byte[1], 0, 1))
        .withMessageContaining("failed");
  }

  @Test
  void aTransactionThatWritesMoreThanItsLimitIsRefusedAndTheStoreGoesOn() {
    store.declare(QUEUE);
    store.declare(Destination.queue("bills"));
    try (LevelDbMessageStore small =
        LevelDbMessageStore.open(
            MemoryEngine.open(new MemoryDisk()), options().withMaxTransactionBytes(1 << 20))) {
      small.declare(QUEUE);
      small.declare(Destination.queue("bills"));
      StoreTransaction moves = small.begin();
      for (int i = 0; i < 4; i++) {
        StoreTransaction sends = small.begin();
        sends.enqueue(QUEUE, Message.of(Bytes.wrap(new byte[900_000]), Bytes.EMPTY));
        moves.move(
            sends.commit().outcomes().get(0).position().orElseThrow(), Destination.queue("bills"));
      }

      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(moves::commit)
          .matches(e -> e.code() == Code.TRANSACTION_TOO_LARGE);
      assertThat(small.find(QUEUE).orElseThrow().messageCount()).isEqualTo(4);
    }
  }

  @Test
  void anActionThatThrowsIsToldAndTheCommitHolds() {
    store.declare(QUEUE);
    StoreTransaction transaction = store.begin();
    transaction.enqueue(QUEUE, Message.of(Bytes.EMPTY, Bytes.utf8("a")));
    transaction.beforeVisible(
        receipt -> {
          throw new IllegalArgumentException("of the action");
        });

    assertThatIllegalStateException()
        .isThrownBy(transaction::commit)
        .withMessageContaining("the commit is durable");
    assertThat(store.find(QUEUE).orElseThrow().messageCount()).isEqualTo(1);
    assertStillWorks();
  }

  @Test
  void aRefusalWaitsForTheWriteThatItRestsOn() throws Exception {
    store.declare(QUEUE);
    Message message =
        Message.of(Bytes.EMPTY, Bytes.utf8("a")).withIdentity(MessageIdentity.of("p", 1));
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch letGo = new CountDownLatch(1);
    StoreTransaction first = store.begin();
    first.beforeVisible(receipt -> await(held, letGo));
    CompletableFuture<Receipt> opening = first.commitAsync(CommitDurability.BUFFERED);
    held.await();

    CompletableFuture<Receipt> stored = enqueue(message);
    CompletableFuture<Receipt> again = enqueue(message);
    engine.failBefore(1);
    letGo.countDown();
    opening.join();

    assertThat(codeOf(stored)).isEqualTo(Code.STORE_FAILED);
    assertThat(codeOf(again)).isEqualTo(Code.STORE_FAILED);
  }

  private static void await(CountDownLatch held, CountDownLatch letGo) {
    held.countDown();
    try {
      letGo.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private CompletableFuture<Receipt> enqueue(Message message) {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(QUEUE, message);
    return transaction.commitAsync(CommitDurability.SYNC);
  }

  private static Code codeOf(CompletableFuture<Receipt> answer) {
    Throwable thrown = catchThrowable(answer::join);
    assertThat(thrown).isInstanceOf(CompletionException.class);
    return ((StoreException) thrown.getCause()).code();
  }

  @Test
  void expiringAtTheEndOfTimeDoesNotDisableExpiry() {
    store.declare(QUEUE);
    store.expire(Long.MAX_VALUE, 10);
    store.expire(-5, 10);
    assertThat(store.expired(Long.MIN_VALUE, 1)).isEmpty();
    StoreTransaction transaction = store.begin();
    Message message = Message.of(Bytes.EMPTY, Bytes.utf8("a")).expiringAt(clock.millis() + 10);
    transaction.enqueue(QUEUE, message);
    transaction.commit();

    clock.set(Instant.ofEpochMilli(clock.millis() + 20));
    store.runHousekeeping();

    assertThat(store.find(QUEUE).orElseThrow().messageCount()).isZero();
    assertThatIllegalArgumentException().isThrownBy(() -> store.expire(0, 0));
  }

  @Test
  void aSubscriptionThatSettledAheadInTheBatchOfItsEndLeavesNothing() throws Exception {
    store.declare(TOPIC);
    store.subscriptions().subscribe(TOPIC, ANN, Bytes.EMPTY, Start.AFTER_LAST);
    store.subscriptions().subscribe(TOPIC, Bytes.utf8("bob"), Bytes.EMPTY, Start.AFTER_LAST);
    StoreTransaction filling = store.begin();
    for (int i = 0; i < 5; i++) {
      filling.enqueue(TOPIC, Message.of(Bytes.EMPTY, Bytes.utf8("m")));
    }
    filling.commit();
    settle(3).join();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch letGo = new CountDownLatch(1);
    StoreTransaction first = store.begin();
    first.beforeVisible(receipt -> await(held, letGo));
    CompletableFuture<Receipt> opening = first.commitAsync(CommitDurability.BUFFERED);
    held.await();

    CompletableFuture<Receipt> settled = settle(4);
    CompletableFuture<Boolean> gone =
        CompletableFuture.supplyAsync(() -> store.subscriptions().unsubscribe(TOPIC, ANN));
    letGo.countDown();
    opening.join();

    assertThat(settled.join().appliedCount()).isEqualTo(1);
    assertThat(gone.join()).isTrue();
  }

  private CompletableFuture<Receipt> settle(long sequence) {
    StoreTransaction transaction = store.begin();
    transaction.settle(TOPIC, ANN, sequence);
    return transaction.commitAsync(CommitDurability.SYNC);
  }
}
