package io.levee.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** An engine that is not armed is an engine; what it does when armed is below. */
final class FaultyEngineTest extends EngineContract {

  private final MemoryDisk disk = new MemoryDisk();

  @Override
  protected Engine open(Path directory) {
    return new FaultyEngine(MemoryEngine.open(disk));
  }

  @Test
  void aFailureBeforeApplyingLeavesTheBatchOut() {
    assertThat(writesThatSurvive(false)).isEqualTo("1, 2");
  }

  @Test
  void aFailureAfterApplyingKeepsTheBatch() {
    assertThat(writesThatSurvive(true)).isEqualTo("1, 2, 3");
  }

  @Test
  void afterAFailureEverythingButCloseIsRefused() {
    FaultyEngine engine = new FaultyEngine(MemoryEngine.open());
    engine.failBefore(1);
    assertCode(Code.FAILED, () -> put(engine, 1));

    assertCode(Code.FAILED, () -> put(engine, 2));
    assertCode(Code.FAILED, () -> engine.get(new byte[1]));
    assertCode(Code.FAILED, engine::diskBytes);
    assertThat(engine.hasFailed()).isTrue();
    engine.close();
  }

  @Test
  void aFullDiskIsRefusedUntilThereIsRoom() {
    FaultyEngine engine = new FaultyEngine(MemoryEngine.open());
    engine.setDiskFull(true);
    assertCode(Code.DISK_FULL, () -> put(engine, 1));

    engine.setDiskFull(false);
    put(engine, 1);
    assertThat(engine.writes()).isEqualTo(1);
    assertThat(engine.hasFailed()).isFalse();
  }

  private static String writesThatSurvive(boolean applied) {
    MemoryDisk disk = new MemoryDisk();
    FaultyEngine engine = new FaultyEngine(MemoryEngine.open(disk));
    if (applied) {
      engine.failAfter(3);
    } else {
      engine.failBefore(3);
    }
    put(engine, 1);
    put(engine, 2);
    assertCode(Code.FAILED, () -> put(engine, 3));
    engine.close();
    StringBuilder keys = new StringBuilder();
    try (Engine reopened = MemoryEngine.open(disk)) {
      for (int key = 1; key <= 3; key++) {
        if (reopened.get(new byte[] {(byte) key}).isPresent()) {
          keys.append(keys.isEmpty() ? "" : ", ").append(key);
        }
      }
    }
    return keys.toString();
  }

  private static void put(Engine engine, int key) {
    Batch batch = new Batch();
    batch.put(new byte[] {(byte) key}, new byte[1]);
    engine.write(batch, Durability.SYNC);
  }

  private static void assertCode(Code code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }
}
