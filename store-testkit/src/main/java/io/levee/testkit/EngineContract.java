package io.levee.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import io.levee.engine.KeyRange;
import io.levee.engine.ScanVisitor;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every {@link Engine} does. A test class for an engine extends this one and says how to open
 * it.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class EngineContract {

  private static final KeyRange ALL = KeyRange.closedOpen(new byte[0], bytes("\uFFFF"));

  @TempDir private Path directory;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Engine engine;

  /** For a test class that extends this one. */
  protected EngineContract() {}

  /**
   * Opens an engine on what earlier engines, now closed, have left at {@code directory}; the first
   * finds nothing there. Nobody else may have it.
   */
  protected abstract Engine open(Path directory);

  @BeforeEach
  final void openEngine() {
    engine = open(directory);
  }

  @AfterEach
  final void closeEngine() {
    threads.shutdownNow();
    engine.close();
  }

  @Test
  void aKeyThatWasNeverPutIsAbsent() {
    assertThat(engine.get(bytes("a"))).isEmpty();
  }

  @Test
  void aPutIsReadBack() {
    put("a", "1");

    assertThat(engine.get(bytes("a"))).contains(bytes("1"));
  }

  @Test
  void anEmptyKeyAndAnEmptyValueAreStored() {
    put("", "empty key");
    put("empty value", "");

    assertThat(engine.get(new byte[0])).contains(bytes("empty key"));
    assertThat(engine.get(bytes("empty value"))).contains(new byte[0]);
    assertThat(scan(ALL)).containsExactly("=empty key", "empty value=");
  }

  @Test
  void aLargeValueIsStored() {
    byte[] large = new byte[5 << 20];
    new Random(1).nextBytes(large);
    Batch batch = new Batch();
    batch.put(bytes("large"), large);
    engine.write(batch, Durability.SYNC);

    assertThat(engine.get(bytes("large"))).contains(large);
  }

  @Test
  void whatIsReadBelongsToTheReader() {
    put("a", "1");

    engine.get(bytes("a")).orElseThrow()[0] = 'X';
    engine.scan(
        ALL,
        (key, value) -> {
          key[0] = 'X';
          value[0] = 'X';
          return true;
        });

    assertThat(scan(ALL)).containsExactly("a=1");
  }

  @Test
  void operationsOfABatchApplyInTheirOrder() {
    Batch batch = new Batch();
    batch.put(bytes("a"), bytes("1"));
    batch.put(bytes("a"), bytes("2"));
    batch.put(bytes("b"), bytes("1"));
    batch.delete(bytes("b"));
    batch.delete(bytes("c"));
    batch.put(bytes("c"), bytes("1"));
    engine.write(batch, Durability.BUFFERED);

    assertThat(scan(ALL)).containsExactly("a=2", "c=1");
  }

  @Test
  void deletingWhatIsNotThereIsNoError() {
    Batch batch = new Batch();
    batch.delete(bytes("a"));

    assertThatCode(() -> engine.write(batch, Durability.SYNC)).doesNotThrowAnyException();
  }

  @Test
  void aBatchCanBeWrittenAgainAndReusedAfterClear() {
    Batch batch = new Batch();
    batch.put(bytes("a"), bytes("1"));
    engine.write(batch, Durability.BUFFERED);
    engine.write(batch, Durability.BUFFERED);
    batch.clear();
    batch.put(bytes("b"), bytes("2"));
    engine.write(batch, Durability.SYNC);

    assertThat(scan(ALL)).containsExactly("a=1", "b=2");
  }

  @Test
  void anEmptyBatchChangesNothing() {
    put("a", "1");
    engine.write(new Batch(), Durability.BUFFERED);
    engine.write(new Batch(), Durability.SYNC);
    engine.write(new Batch(), Durability.SYNC);
    put("b", "2");

    reopen();
    assertThat(scan(ALL)).containsExactly("a=1", "b=2");
  }

  @Test
  void keysAreOrderedAsUnsignedBytes() {
    for (int first : new int[] {0x80, 0x00, 0xFF, 0x7F, 0x01}) {
      put(new byte[] {(byte) first}, new byte[0]);
      put(new byte[] {(byte) first, 0}, new byte[0]);
    }
    List<byte[]> keys = new ArrayList<>();
    engine.scan(KeyRange.closed(new byte[0], new byte[] {-1, -1}), (key, value) -> keys.add(key));

    assertThat(keys).hasSize(10).isSortedAccordingTo(Arrays::compareUnsigned);
  }

  @Test
  void aScanBeginsAtItsFirstKeyAndEndsBeforeItsEnd() {
    for (String key : List.of("a", "b", "c", "d")) {
      put(key, "");
    }

    assertThat(scan(KeyRange.closedOpen(bytes("b"), bytes("d")))).containsExactly("b=", "c=");
    assertThat(scan(KeyRange.closed(bytes("b"), bytes("d")))).containsExactly("b=", "c=", "d=");
    assertThat(scan(KeyRange.closedOpen(bytes("b"), bytes("b")))).isEmpty();
    assertThat(scan(KeyRange.closedOpen(bytes("x"), bytes("y")))).isEmpty();
  }

  @Test
  void aScanSaysWhetherItsRangeWasExhausted() {
    put("a", "");
    put("b", "");

    assertThat(engine.scan(ALL, (key, value) -> true)).isTrue();
    assertThat(engine.scan(ALL, (key, value) -> false)).isFalse();
    assertThat(engine.scan(KeyRange.prefix(bytes("x")), (key, value) -> false)).isTrue();
  }

  @Test
  void aVisitorThatEndsTheScanIsGivenNoMore() {
    put("a", "");
    put("b", "");
    List<byte[]> seen = new ArrayList<>();
    engine.scan(
        ALL,
        (key, value) -> {
          seen.add(key);
          return false;
        });

    assertThat(seen).containsExactly(bytes("a"));
  }

  @Test
  void aScanSeesTheEntriesAsTheyStoodWhenItBegan() {
    put("a", "1");
    put("c", "1");
    List<String> seen = new ArrayList<>();
    engine.scan(
        ALL,
        (key, value) -> {
          Batch batch = new Batch();
          batch.put(bytes("b"), bytes("2"));
          batch.put(bytes("c"), bytes("2"));
          batch.put(bytes("d"), bytes("2"));
          await(threads.submit(() -> engine.write(batch, Durability.BUFFERED)));
          return seen.add(text(key) + "=" + text(value));
        });

    assertThat(seen).containsExactly("a=1", "c=1");
    assertThat(scan(ALL)).containsExactly("a=1", "b=2", "c=2", "d=2");
  }

  @Test
  void aVisitorMayReadAndScan() {
    put("a", "1");
    put("b", "2");
    List<String> seen = new ArrayList<>();
    engine.scan(
        ALL,
        (key, value) -> {
          seen.add(text(engine.get(bytes("b")).orElseThrow()));
          return engine.scan(ALL, (innerKey, innerValue) -> seen.add(text(innerKey)));
        });

    assertThat(seen).containsExactly("2", "a", "b", "2", "a", "b");
  }

  @Test
  void aVisitorThatWritesCompactsOrClosesIsRefused() {
    put("a", "1");
    Batch batch = new Batch();
    batch.put(bytes("b"), bytes("2"));
    List<Runnable> forbidden =
        List.of(
            () -> engine.write(batch, Durability.BUFFERED),
            () -> engine.compact(ALL),
            () -> engine.close());
    for (Runnable call : forbidden) {
      engine.scan(ALL, visiting(() -> assertCode(Code.MISUSE, call)));
    }

    assertThat(scan(ALL)).containsExactly("a=1");
  }

  @Test
  void aVisitorThatThrowsEndsTheScanWithItsException() {
    put("a", "1");
    RuntimeException failure = new IllegalStateException("visitor");

    assertThatThrownBy(
            () ->
                engine.scan(
                    ALL,
                    (key, value) -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    put("b", "2");
    assertThat(scan(ALL)).containsExactly("a=1", "b=2");
  }

  @Test
  void whatWasWrittenIsThereAfterReopening() {
    put("a", "1");
    Batch batch = new Batch();
    batch.put(bytes("b"), bytes("2"));
    engine.write(batch, Durability.BUFFERED);
    reopen();
    assertThat(scan(ALL)).containsExactly("a=1", "b=2");
    put("c", "3");
    reopen();

    assertThat(scan(ALL)).containsExactly("a=1", "b=2", "c=3");
  }

  @Test
  void aSecondEngineOnTheDirectoryIsRefused() {
    put("a", "1");

    assertCode(Code.LOCKED, () -> open(directory));
    assertCode(Code.LOCKED, () -> open(directory));
    put("b", "2");
    assertThat(scan(ALL)).containsExactly("a=1", "b=2");
  }

  @Test
  void compactingKeepsWhatIsLive() {
    for (int i = 0; i < 1000; i++) {
      put(String.format("%04d", i), "x".repeat(100));
    }
    Batch batch = new Batch();
    for (int i = 0; i < 999; i++) {
      batch.delete(bytes(String.format("%04d", i)));
    }
    engine.write(batch, Durability.SYNC);
    engine.compact(ALL);

    assertThat(scan(ALL)).containsExactly("0999=" + "x".repeat(100));
    reopen();
    assertThat(scan(ALL)).containsExactly("0999=" + "x".repeat(100));
  }

  @Test
  void sizesAreNeverNegative() {
    put("a", "x".repeat(1000));

    assertThat(engine.approximateSizeBytes(ALL)).isNotNegative();
    assertThat(engine.diskBytes()).isPositive();
    assertThat(engine.usableDiskBytes()).isNotNegative();
  }

  @Test
  void everyCallAfterCloseIsRefused() {
    put("a", "1");
    engine.close();

    for (Runnable call : everyCallButClose()) {
      assertCode(Code.CLOSED, call);
    }
    assertThatCode(() -> engine.close()).doesNotThrowAnyException();
  }

  @Test
  void nullIsRefusedBeforeAnythingHappens() {
    put("a", "1");

    assertThatNullPointerException().isThrownBy(() -> engine.get(null));
    assertThatNullPointerException().isThrownBy(() -> engine.scan(null, (k, v) -> true));
    assertThatNullPointerException().isThrownBy(() -> engine.scan(ALL, null));
    assertThatNullPointerException().isThrownBy(() -> engine.write(null, Durability.SYNC));
    assertThatNullPointerException().isThrownBy(() -> engine.write(new Batch(), null));
    assertThatNullPointerException().isThrownBy(() -> engine.compact(null));
    assertThatNullPointerException().isThrownBy(() -> engine.approximateSizeBytes(null));
    put("b", "2");
    assertThat(scan(ALL)).containsExactly("a=1", "b=2");
  }

  @Test
  void closeWaitsForAScanAndRefusesWhatComesAfter() throws Exception {
    put("a", "1");
    put("b", "2");
    CountDownLatch scanning = new CountDownLatch(1);
    CountDownLatch closing = new CountDownLatch(1);
    List<String> seen = new ArrayList<>();
    Future<Boolean> scan =
        threads.submit(
            () ->
                engine.scan(
                    ALL,
                    (key, value) -> {
                      scanning.countDown();
                      await(closing);
                      // The close is waiting by now or soon; reads within the scan still pass.
                      return seen.add(text(engine.get(key).orElseThrow()));
                    }));
    await(scanning);
    Future<?> close =
        threads.submit(
            () -> {
              closing.countDown();
              engine.close();
            });

    assertThat(scan.get()).isTrue();
    await(close);
    assertThat(seen).containsExactly("1", "2");
    assertCode(Code.CLOSED, () -> engine.get(bytes("a")));
  }

  @Test
  void aCloseThatRacesEveryOtherCallLeavesEachWithAnAnswer() throws Exception {
    for (int round = 0; round < 200; round++) {
      put("round", String.valueOf(round));
      List<Callable<Void>> calls = new ArrayList<>();
      CyclicBarrier start = new CyclicBarrier(9);
      for (int thread = 0; thread < 7; thread++) {
        List<Runnable> everyCall = everyCallButClose();
        Runnable first = everyCall.get((round + thread) % everyCall.size());
        calls.add(racing(start, () -> callUntilClosed(first, everyCall)));
      }
      calls.add(racing(start, () -> engine.close()));
      calls.add(racing(start, () -> engine.close()));
      for (Future<Void> call : threads.invokeAll(calls)) {
        await(call);
      }
      engine = open(directory);
      assertThat(engine.get(bytes("round"))).contains(bytes(String.valueOf(round)));
    }
  }

  @Test
  void manyThreadsReadAndWriteAtOnce() throws Exception {
    List<Callable<Void>> writers = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      String prefix = "thread " + thread + " ";
      writers.add(
          () -> {
            for (int i = 0; i < 200; i++) {
              put(prefix + i, String.valueOf(i));
              assertThat(engine.get(bytes(prefix + i))).contains(bytes(String.valueOf(i)));
              assertThat(scan(KeyRange.prefix(bytes(prefix)))).hasSize(i + 1);
            }
            return null;
          });
    }
    for (Future<Void> writer : threads.invokeAll(writers)) {
      await(writer);
    }

    reopen();
    assertThat(scan(ALL)).hasSize(1600);
  }

  @Test
  void anInterruptedThreadIsServedAndStaysInterrupted() {
    put("a", "1");
    Thread.currentThread().interrupt();
    try {
      put("b", "2");
      assertThat(scan(ALL)).containsExactly("a=1", "b=2");
      engine.compact(ALL);
      reopen();
      put("c", "3");
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }

    reopen();
    assertThat(scan(ALL)).containsExactly("a=1", "b=2", "c=3");
  }

  @Test
  void randomBatchesGiveWhatASortedMapGives() {
    Random random = new Random(20_240_501);
    TreeMap<String, String> expected = new TreeMap<>();
    for (int round = 0; round < 400; round++) {
      Batch batch = new Batch();
      for (int i = random.nextInt(20); i > 0; i--) {
        String key = String.format("%03d", random.nextInt(300));
        if (random.nextInt(3) == 0) {
          batch.delete(bytes(key));
          expected.remove(key);
        } else {
          String value = "x".repeat(random.nextInt(200)) + round;
          batch.put(bytes(key), bytes(value));
          expected.put(key, value);
        }
      }
      engine.write(batch, random.nextInt(10) == 0 ? Durability.SYNC : Durability.BUFFERED);
      if (round % 100 == 99) {
        engine.compact(ALL);
        reopen();
      }
    }

    List<String> entries = new ArrayList<>();
    expected.forEach((key, value) -> entries.add(key + "=" + value));
    assertThat(scan(ALL)).isEqualTo(entries);
  }

  private List<Runnable> everyCallButClose() {
    Batch batch = new Batch();
    batch.put(bytes("x"), ByteBuffer.allocate(100).array());
    return List.of(
        () -> engine.get(bytes("a")),
        () -> engine.scan(ALL, (key, value) -> true),
        () -> engine.write(batch, Durability.SYNC),
        () -> engine.write(batch, Durability.BUFFERED),
        () -> engine.write(new Batch(), Durability.SYNC),
        () -> engine.approximateSizeBytes(ALL),
        () -> engine.compact(ALL),
        () -> engine.diskBytes(),
        () -> engine.usableDiskBytes());
  }

  private static void callUntilClosed(Runnable first, List<Runnable> everyCall) {
    try {
      first.run();
      while (true) {
        everyCall.forEach(Runnable::run);
      }
    } catch (EngineException e) {
      assertThat(e.code()).isEqualTo(Code.CLOSED);
    }
  }

  private static Callable<Void> racing(CyclicBarrier start, Runnable call) {
    return () -> {
      start.await();
      call.run();
      return null;
    };
  }

  private static ScanVisitor visiting(Runnable call) {
    return (key, value) -> {
      call.run();
      return true;
    };
  }

  private void reopen() {
    engine.close();
    engine = open(directory);
  }

  private void put(String key, String value) {
    put(bytes(key), bytes(value));
  }

  private void put(byte[] key, byte[] value) {
    Batch batch = new Batch();
    batch.put(key, value);
    engine.write(batch, Durability.SYNC);
  }

  private List<String> scan(KeyRange range) {
    List<String> entries = new ArrayList<>();
    engine.scan(range, (key, value) -> entries.add(text(key) + "=" + text(value)));
    return entries;
  }

  private static void assertCode(Code code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }

  private static void await(Future<?> future) {
    try {
      future.get(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("the other thread failed", e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }
}
