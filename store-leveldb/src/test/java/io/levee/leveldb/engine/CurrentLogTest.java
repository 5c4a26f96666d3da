package io.levee.leveldb.engine;

import static io.levee.leveldb.engine.TestStore.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.engine.EngineException.Code;
import io.levee.engine.KeyRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CurrentLogTest {

  private static final int HEADER_BYTES = 12;

  @TempDir private Path temporary;
  private Path store;

  @BeforeEach
  void nameDirectory() {
    store = temporary.resolve("store");
  }

  @Test
  void theComputedEndOfALogIsWhereItsRecordsEnd() throws IOException {
    Random random = new Random(7);
    long end = 0;
    try (Engine engine = open(64 << 20)) {
      for (int i = 0; i < 300; i++) {
        Batch batch = batch(random.nextInt(1 << random.nextInt(17)), random.nextInt(5));
        engine.write(batch, Durability.BUFFERED);
        if (!batch.isEmpty()) {
          end = CurrentLog.endOffset(end, HEADER_BYTES + batch.sizeBytes() - Batch.HEADER_BYTES);
        }
      }
      assertThat(endOfRecords(newestLog())).isEqualTo(end);
    }
  }

  @Test
  void aRecordNeverBeginsWhereItsHeaderDoesNotFit() {
    assertThat(CurrentLog.endOffset(0, 0)).isEqualTo(7);
    assertThat(CurrentLog.endOffset(0, 32768 - 7)).isEqualTo(32768);
    assertThat(CurrentLog.endOffset(0, 32768 - 6)).isEqualTo(32768 + 8);
    assertThat(CurrentLog.endOffset(32768 - 6, 1)).isEqualTo(32768 + 8);
    assertThat(CurrentLog.endOffset(32768 - 7, 1)).isEqualTo(32768 + 8);
  }

  @Test
  void everyRotationIsNoticedWhateverTheDurability() throws IOException {
    Random random = new Random(8);
    try (Engine engine = open(64 << 10)) {
      CurrentLog log = new CurrentLog(store);
      for (int i = 0; i < 3000; i++) {
        Batch batch = batch(random.nextInt(2000), 1 + random.nextInt(3));
        engine.write(batch, i % 7 == 0 ? Durability.SYNC : Durability.BUFFERED);
        log.wrote(HEADER_BYTES + batch.sizeBytes() - Batch.HEADER_BYTES);
        assertThat(log.path()).isEqualTo(newestLog());
        if (i % 300 == 0) {
          engine.compact(KeyRange.closedOpen(new byte[0], new byte[] {-1}));
        }
      }
    }
  }

  @Test
  void aStoreThatWasMovedAwayStopsAtTheNextWrite() throws IOException {
    Path elsewhere = temporary.resolve("elsewhere");
    try (Engine engine = open(1 << 20)) {
      TestStore.put(engine, 1, 10);
      Files.move(store, elsewhere);
      assertRefused(Code.FAILED, "outcome is unknown", () -> TestStore.put(engine, 11, 11));
      assertRefused(Code.FAILED, "earlier write", () -> engine.get(new byte[1]));
      Files.move(elsewhere, store);
      assertRefused(Code.FAILED, "earlier write", () -> TestStore.put(engine, 12, 12));
    }

    try (Engine engine = open(1 << 20)) {
      assertThat(TestStore.has(engine, 10)).isTrue();
      assertThat(TestStore.has(engine, 12)).isFalse();
    }
  }

  private Path newestLog() throws IOException {
    SortedMap<Long, Path> logs = NumberedFiles.in(store, NumberedFiles.LOG);
    return logs.get(logs.lastKey());
  }

  private static long endOfRecords(Path log) throws IOException {
    LogRecords.End end = LogRecords.read(log, 0, (offset, head, gap) -> {});
    return end.gap() == LogRecords.NONE ? Files.size(log) : end.gap();
  }

  private Engine open(long writeBufferBytes) {
    return LevelDbEngine.open(store, TestStore.options().withWriteBufferBytes(writeBufferBytes))
        .engine();
  }

  private static Batch batch(int valueBytes, int puts) {
    Batch batch = new Batch();
    for (int i = 0; i < puts; i++) {
      batch.put(EngineProcess.key(valueBytes + i), new byte[valueBytes]);
    }
    return batch;
  }
}
