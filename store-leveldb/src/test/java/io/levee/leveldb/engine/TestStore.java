package io.levee.leveldb.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import java.nio.file.Path;

/** A small store to try things on: logs that rotate soon, no reserve on the disk. */
final class TestStore {

  private static final byte[] VALUE = "x".repeat(100).getBytes(US_ASCII);

  private TestStore() {}

  static EngineOptions options() {
    return EngineOptions.defaults()
        .withWriteBufferBytes(64 << 10)
        .withBlockCacheBytes(1 << 20)
        .withDiskReserve(0, 0);
  }

  static OpenedEngine open(Path directory) {
    return LevelDbEngine.open(directory, options());
  }

  /** Puts the keys from {@code first} to {@code last}, each synced in a batch of its own. */
  static void put(Engine engine, int first, int last) {
    for (int number = first; number <= last; number++) {
      put(engine, number, Durability.SYNC);
    }
  }

  static void put(Engine engine, int number, Durability durability) {
    Batch batch = new Batch();
    batch.put(EngineProcess.key(number), VALUE);
    engine.write(batch, durability);
  }

  static boolean has(Engine engine, int number) {
    return engine.get(EngineProcess.key(number)).isPresent();
  }

  /**
   * Asserts that {@code call} is refused with {@code code} and a message that holds {@code part}.
   */
  static void assertRefused(Code code, String part, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
        .hasMessageContaining(part);
  }
}
