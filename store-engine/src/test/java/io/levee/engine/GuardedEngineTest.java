package io.levee.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.levee.engine.EngineException.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class GuardedEngineTest {

  private static final byte[] KEY = {1};
  private static final KeyRange ALL = KeyRange.closedOpen(new byte[0], new byte[] {-1});

  private final CheckingRawEngine raw = new CheckingRawEngine();
  private final Engine engine = new GuardedEngine(raw);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void nothingDelicateWasBroken() {
    threads.shutdownNow();
    assertThat(raw.violations).isEmpty();
  }

  @Test
  void theRawEngineIsClosedOnceWhateverHappens() throws Exception {
    List<Callable<Void>> closes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      closes.add(
          () -> {
            engine.close();
            return null;
          });
    }
    for (Future<Void> close : threads.invokeAll(closes)) {
      close.get();
    }

    assertThatCode(engine::close).doesNotThrowAnyException();
  }

  @Test
  void noCallReachesTheRawEngineDuringOrAfterItsClose() throws Exception {
    for (int round = 0; round < 300; round++) {
      CheckingRawEngine delicate = new CheckingRawEngine();
      Engine guarded = new GuardedEngine(delicate);
      CountDownLatch start = new CountDownLatch(1);
      List<Future<?>> calls = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        calls.add(threads.submit(() -> callUntilClosed(start, guarded)));
      }
      start.countDown();
      guarded.close();
      for (Future<?> call : calls) {
        call.get();
      }
      assertThat(delicate.violations).isEmpty();
    }
  }

  @Test
  void aFailedWriteStopsTheEngineForGood() {
    raw.nextWriteFailure = new IllegalStateException("the disk is gone");

    assertCode(Code.FAILED, this::write);
    assertCode(Code.FAILED, this::write);
    assertCode(Code.FAILED, () -> engine.write(new Batch(), Durability.SYNC));
    assertCode(Code.FAILED, () -> engine.get(KEY));
    assertCode(Code.FAILED, () -> engine.scan(ALL, (key, value) -> true));
    assertCode(Code.FAILED, () -> engine.compact(ALL));
    assertCode(Code.FAILED, () -> engine.approximateSizeBytes(ALL));
    assertCode(Code.FAILED, engine::diskBytes);
    assertCode(Code.FAILED, engine::usableDiskBytes);
    assertThat(raw.writes).hasValue(0);
  }

  @Test
  void theFirstFailureIsToldByEveryLaterOne() {
    raw.nextWriteFailure = new IllegalStateException("the disk is gone");

    assertCode(Code.FAILED, this::write);
    assertThatThrownBy(() -> engine.get(KEY)).hasMessageContaining("the disk is gone");
  }

  @Test
  void aFailedEngineCanBeClosedAndIsClosedThen() {
    raw.nextWriteFailure = new IllegalStateException("the disk is gone");
    assertCode(Code.FAILED, this::write);

    assertThatCode(engine::close).doesNotThrowAnyException();
    assertCode(Code.CLOSED, () -> engine.get(KEY));
  }

  @Test
  void anErrorInAWriteStopsTheEngineAsAnExceptionDoes() {
    raw.nextWriteFailure = new EngineException(Code.CORRUPT, "unexpected in a write");

    assertCode(Code.FAILED, this::write);
    assertCode(Code.FAILED, () -> engine.get(KEY));
  }

  @Test
  void aFullDiskRefusesOneWriteAndStopsNothing() {
    raw.nextWriteFailure = new EngineException(Code.DISK_FULL, "no room");

    assertCode(Code.DISK_FULL, this::write);
    write();
    assertThat(engine.get(KEY)).isPresent();
  }

  @Test
  void ofManyWritersNoneIsAcknowledgedAfterTheFirstFailure() throws Exception {
    List<Callable<Boolean>> writers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      boolean breaks = i == 4;
      writers.add(
          () -> {
            if (breaks) {
              raw.nextWriteFailure = new IllegalStateException("the disk is gone");
            }
            try {
              for (int n = 0; n < 500; n++) {
                write();
              }
              return true;
            } catch (EngineException e) {
              return false;
            }
          });
    }
    threads.invokeAll(writers);

    assertCode(Code.FAILED, this::write);
  }

  @Test
  void aVisitorIsRefusedWhatWouldWaitForItself() {
    write();
    engine.scan(
        ALL,
        (key, value) -> {
          assertCode(Code.MISUSE, this::write);
          assertCode(Code.MISUSE, engine::close);
          assertCode(Code.MISUSE, () -> engine.compact(ALL));
          engine.scan(
              ALL,
              (innerKey, innerValue) -> {
                assertCode(Code.MISUSE, engine::close);
                return true;
              });
          assertCode(Code.MISUSE, engine::close);
          return true;
        });

    assertThat(engine.get(KEY)).isPresent();
  }

  @Test
  void aVisitorThatThrewNoLongerCountsAsScanning() {
    write();
    assertThatThrownBy(
            () ->
                engine.scan(
                    ALL,
                    (key, value) -> {
                      throw new IllegalStateException("visitor");
                    }))
        .hasMessage("visitor");

    write();
    engine.close();
  }

  @Test
  void anInterruptedThreadWaitsForItsTurnAndStaysInterrupted() throws Exception {
    write();
    CountDownLatch scanning = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Future<Boolean> scan =
        threads.submit(
            () ->
                engine.scan(
                    ALL,
                    (key, value) -> {
                      scanning.countDown();
                      return awaitUninterrupted(interrupted);
                    }));
    awaitUninterrupted(scanning);
    Future<Boolean> close =
        threads.submit(
            () -> {
              Thread.currentThread().interrupt();
              interrupted.countDown();
              engine.close();
              return Thread.currentThread().isInterrupted();
            });

    assertThat(scan.get()).isTrue();
    assertThat(close.get()).isTrue();
    assertCode(Code.CLOSED, () -> engine.get(KEY));
  }

  private void callUntilClosed(CountDownLatch start, Engine guarded) {
    awaitUninterrupted(start);
    Batch batch = new Batch();
    batch.put(KEY, KEY);
    try {
      while (true) {
        guarded.get(KEY);
        guarded.write(batch, Durability.BUFFERED);
        guarded.scan(ALL, (key, value) -> guarded.get(key).isPresent());
        guarded.compact(ALL);
        guarded.diskBytes();
      }
    } catch (EngineException e) {
      assertThat(e.code()).isEqualTo(Code.CLOSED);
    }
  }

  private void write() {
    Batch batch = new Batch();
    batch.put(KEY, KEY);
    engine.write(batch, Durability.SYNC);
  }

  private static boolean awaitUninterrupted(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertCode(Code code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }
}
