package io.levee.leveldb.engine;

import static io.levee.leveldb.engine.TestStore.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Engine;
import io.levee.engine.EngineException.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk is "full" when the floor lies above all there is: no test fills a real one. */
final class DiskSpaceTest {

  private static final long ABOVE_ALL = 1L << 60;

  @TempDir private Path store;
  private Path ballast;

  @BeforeEach
  void nameBallast() {
    ballast = store.resolve("levee.ballast");
  }

  @Test
  void noStoreIsMadeOnADiskBelowItsFloor() {
    assertRefused(Code.DISK_FULL, "free some space", () -> open(ABOVE_ALL, 0));
    assertThat(store.resolve("CURRENT")).doesNotExist();
  }

  @Test
  void belowTheFloorAStoreIsReadAndNotWritten() {
    fill();
    try (Engine engine = open(ABOVE_ALL, 0).engine()) {
      assertRefused(Code.DISK_FULL, "the floor is", () -> TestStore.put(engine, 11, 11));
      assertRefused(Code.DISK_FULL, "the floor is", () -> TestStore.put(engine, 11, 11));
      assertThat(TestStore.has(engine, 10)).isTrue();
      assertThat(TestStore.has(engine, 11)).isFalse();
    }

    try (Engine engine = open(0, 0).engine()) {
      TestStore.put(engine, 11, 11);
      assertThat(TestStore.has(engine, 11)).isTrue();
    }
  }

  @Test
  void theBallastIsMadeOnceAndKept() throws IOException {
    open(0, 3_000_000).engine().close();
    assertThat(ballast).hasSize(3_000_000);
    Object first = Files.getAttribute(ballast, "lastModifiedTime");
    open(0, 3_000_000).engine().close();

    assertThat(Files.getAttribute(ballast, "lastModifiedTime")).isEqualTo(first);
  }

  @Test
  void theBallastIsGivenBackWhenTheDiskIsBelowItsFloor() {
    open(0, 3_000_000).engine().close();
    OpenedEngine opened = open(ABOVE_ALL, 3_000_000);
    opened.engine().close();

    assertThat(opened.report().ballastReleased()).isTrue();
    assertThat(ballast).doesNotExist();
  }

  @Test
  void aBallastThatWasCutShortIsMadeAgain() throws IOException {
    open(0, 3_000_000).engine().close();
    Files.write(ballast, new byte[10]);
    open(0, 3_000_000).engine().close();

    assertThat(ballast).hasSize(3_000_000);
  }

  @Test
  void noBallastIsMadeWhereItWouldTakeTheLastRoom() {
    open(0, ABOVE_ALL).engine().close();

    assertThat(ballast).doesNotExist();
  }

  @Test
  void theSizeOnDiskIsLookedUpOnceASecond() throws IOException {
    long[] nanos = {0};
    DiskUsage usage = new DiskUsage(store, () -> nanos[0]);
    Files.write(store.resolve("a"), new byte[10]);
    assertThat(usage.bytes()).isEqualTo(10);

    Files.write(store.resolve("b"), new byte[5]);
    assertThat(usage.bytes()).isEqualTo(10);
    nanos[0] += 1_000_000_001;
    assertThat(usage.bytes()).isEqualTo(15);
    Files.delete(store.resolve("a"));
    usage.forget();
    assertThat(usage.bytes()).isEqualTo(5);
  }

  private void fill() {
    try (Engine engine = open(0, 0).engine()) {
      TestStore.put(engine, 1, 10);
    }
  }

  private OpenedEngine open(long floorBytes, long ballastBytes) {
    return LevelDbEngine.open(store, TestStore.options().withDiskReserve(floorBytes, ballastBytes));
  }
}
