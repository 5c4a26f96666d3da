package io.levee.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import org.junit.jupiter.api.Test;

final class MemoryDiskTest {

  private final MemoryDisk disk = new MemoryDisk();

  @Test
  void aKillKeepsWhatWasBuffered() {
    Engine engine = MemoryEngine.open(disk);
    put(engine, 1, Durability.SYNC);
    put(engine, 2, Durability.BUFFERED);
    disk.kill();

    assertThat(has(MemoryEngine.open(disk), 1)).isTrue();
    disk.kill();
    assertThat(has(MemoryEngine.open(disk), 2)).isTrue();
  }

  @Test
  void aPowerCutTakesWhatWasWrittenSinceTheLastSync() {
    Engine engine = MemoryEngine.open(disk);
    put(engine, 1, Durability.BUFFERED);
    put(engine, 2, Durability.SYNC);
    put(engine, 3, Durability.BUFFERED);
    disk.cutPower();

    Engine reopened = MemoryEngine.open(disk);
    assertThat(has(reopened, 1)).isTrue();
    assertThat(has(reopened, 2)).isTrue();
    assertThat(has(reopened, 3)).isFalse();
  }

  @Test
  void anEngineThatDiedReachesTheDiskNoMore() {
    Engine engine = MemoryEngine.open(disk);
    disk.kill();

    assertThatThrownBy(() -> put(engine, 1, Durability.SYNC)).hasMessageContaining("died");
    Engine reopened = MemoryEngine.open(disk);
    engine.close();
    put(reopened, 2, Durability.SYNC);
    assertThat(has(reopened, 1)).isFalse();
  }

  @Test
  void aFullDiskTakesDeletesAndRefusesPuts() {
    Engine engine = MemoryEngine.open(disk);
    put(engine, 1, Durability.SYNC);
    disk.setCapacityBytes(2);

    assertThatThrownBy(() -> put(engine, 2, Durability.SYNC)).hasMessageContaining("DISK_FULL");
    Batch batch = new Batch();
    batch.delete(new byte[] {1});
    engine.write(batch, Durability.SYNC);
    put(engine, 2, Durability.SYNC);
    assertThat(engine.usableDiskBytes()).isZero();
  }

  private static void put(Engine engine, int key, Durability durability) {
    Batch batch = new Batch();
    batch.put(new byte[] {(byte) key}, new byte[1]);
    engine.write(batch, durability);
  }

  private static boolean has(Engine engine, int key) {
    return engine.get(new byte[] {(byte) key}).isPresent();
  }
}
