package io.levee.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import io.levee.engine.KeyRange;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every part of the contract of engines starts from: an engine that holds nothing, and the
 * words that the tests are written in.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
abstract class EngineContractCase {

  static final KeyRange ALL = KeyRange.closedOpen(new byte[0], bytes("\uFFFF"));

  @TempDir Path directory;

  final ExecutorService threads = Executors.newCachedThreadPool();
  Engine engine;

  /** Opens an engine on what earlier ones, now closed, have left at {@code directory}. */
  abstract Engine open(Path directory);

  @BeforeEach
  final void openEngine() {
    engine = open(directory);
  }

  @AfterEach
  final void closeEngine() {
    threads.shutdownNow();
    engine.close();
  }

  void reopen() {
    engine.close();
    engine = open(directory);
  }

  void put(String key, String value) {
    put(bytes(key), bytes(value));
  }

  void put(byte[] key, byte[] value) {
    Batch batch = new Batch();
    batch.put(key, value);
    engine.write(batch, Durability.SYNC);
  }

  List<String> scan(KeyRange range) {
    List<String> entries = new ArrayList<>();
    engine.scan(range, (key, value) -> entries.add(text(key) + "=" + text(value)));
    return entries;
  }

  static void assertCode(Code code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }

  static void await(Future<?> future) {
    try {
      future.get(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("the other thread failed", e);
    }
  }

  static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  /** Each call of an engine once. */
  List<Runnable> everyCallButClose() {
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
}
