package io.levee.leveldb.engine;

import static io.levee.leveldb.engine.TestStore.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import io.levee.engine.KeyRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damage of every kind to files as a kill leaves them, without a {@link CloseMarker}: it is named,
 * or it is a torn tail that is reported; it is never silent.
 */
final class LogScanTest {

  private static final Pattern MANIFEST = Pattern.compile("MANIFEST-(\\d+)");
  private static final int RECORDS = 20;

  @TempDir private Path store;
  private Path log;

  @BeforeEach
  void writeAStore() throws IOException {
    try (Engine engine = open(4 << 20).engine()) {
      TestStore.put(engine, 1, 30);
    }
    try (Engine engine = open(4 << 20).engine()) {
      TestStore.put(engine, 31, 30 + RECORDS);
    }
    CloseMarker.delete(store);
    log = newest(NumberedFiles.LOG);
  }

  @Test
  void aStoreThatWasClosedIsWhole() throws IOException {
    assertThat(LogScan.scan(store).droppedTailBytes()).isZero();
    assertThat(LogScan.scan(store).missingOperations()).isZero();
  }

  @Test
  void zerosThatAreReservedForTheNextRecordsAreNoDamage() throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(bytes, 1 << 20));

    OpenReport report = reopenExpecting(30 + RECORDS);
    assertThat(report.droppedTailBytes()).isZero();
  }

  @Test
  void aTornTailIsLeftOutAndItsBytesAreReported() throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(bytes, bytes.length - 10));

    OpenReport report = reopenExpecting(30 + RECORDS - 1);
    assertThat(report.droppedTailBytes()).isBetween(100L, 200L);
  }

  @Test
  void aRecordThatWasHalfWrittenIntoReservedZerosIsATornTail() throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(Arrays.copyOf(bytes, bytes.length - 10), 1 << 20));

    OpenReport report = reopenExpecting(30 + RECORDS - 1);
    assertThat(report.droppedTailBytes()).isPositive();
  }

  @Test
  void everyBitThatFlipsInALogIsSeen() throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    int lastRecord = bytes.length - bytes.length / RECORDS;
    for (int at = 0; at < bytes.length; at++) {
      byte[] flipped = bytes.clone();
      flipped[at] ^= (byte) (1 << at % 8);
      Files.write(log, flipped);
      if (at < lastRecord) {
        assertRefused(Code.CORRUPT, log + " is damaged at byte ", () -> scan());
      } else {
        assertThat(scan().droppedTailBytes()).isPositive();
      }
    }
  }

  @Test
  void whereverALogIsCutItsTailIsTornAndNothingElse() throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    int record = bytes.length / RECORDS;
    for (int length = 0; length < bytes.length; length++) {
      Files.write(log, Arrays.copyOf(bytes, length));
      boolean between = length % record == 0;
      assertThat(scan().droppedTailBytes()).isBetween(between ? 0L : 1L, (long) length % record);
    }
  }

  @Test
  void zerosInTheMiddleOfALogAreDamage() throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    Arrays.fill(bytes, 1000, 1400, (byte) 0);
    Files.write(log, bytes);

    assertRefused(Code.CORRUPT, "holds a later batch at byte", () -> open(4 << 20));
    assertThat(log).hasBinaryContent(bytes);
  }

  @Test
  void aBatchOverManyBlocksThatWasHalfWrittenIsATornTail() throws IOException {
    try (Engine engine = open(4 << 20).engine()) {
      TestStore.put(engine, 100, 101);
      Batch batch = new Batch();
      batch.put(EngineProcess.key(102), new byte[200_000]);
      batch.put(EngineProcess.key(103), new byte[100_000]);
      engine.write(batch, Durability.SYNC);
    }
    CloseMarker.delete(store);
    Path newest = newest(NumberedFiles.LOG);
    byte[] bytes = Files.readAllBytes(newest);
    Arrays.fill(bytes, 40_000, 44_096, (byte) 1); // a page of its middle never reached the disk
    Files.write(newest, bytes);

    OpenedEngine opened = open(4 << 20);
    try (Engine engine = opened.engine()) {
      assertThat(opened.report().droppedTailBytes()).isGreaterThan(250_000);
      assertThat(TestStore.has(engine, 101)).isTrue();
      assertThat(TestStore.has(engine, 102)).isFalse();
      assertThat(TestStore.has(engine, 103)).isFalse();
    }
  }

  @Test
  void aLogThatIsStoredAsAValueIsNotTakenForOne() throws IOException {
    byte[] older = Files.readAllBytes(log);
    try (Engine engine = open(4 << 20).engine()) {
      TestStore.put(engine, 100, 101);
      Batch batch = new Batch();
      batch.put(EngineProcess.key(102), older);
      engine.write(batch, Durability.SYNC);
    }
    CloseMarker.delete(store);
    Path newest = newest(NumberedFiles.LOG);
    byte[] bytes = Files.readAllBytes(newest);
    Files.write(newest, Arrays.copyOf(bytes, bytes.length - 10));

    assertThat(reopenExpecting(101).droppedTailBytes()).isGreaterThan(older.length);
  }

  @Test
  void aBatchThatIsMissingBetweenTwoOthersIsDamage() throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    int record = bytes.length / RECORDS;
    byte[] shortened = Arrays.copyOf(bytes, bytes.length - record);
    System.arraycopy(bytes, 11 * record, shortened, 10 * record, shortened.length - 10 * record);
    Files.write(log, shortened);

    assertRefused(Code.CORRUPT, "the one before was 40", () -> open(4 << 20));
  }

  @Test
  void aDeletedLogIsDamage() throws IOException {
    Files.delete(log);

    assertRefused(Code.CORRUPT, log + " belongs to the store and is missing", () -> scan());
    assertRefused(Code.CORRUPT, log.toString(), () -> open(4 << 20));
  }

  @Test
  void anOpenNeedsRoomForTheLogAndForTheTablesThatAreMergedFirst() throws IOException {
    long tables = Files.size(newest(NumberedFiles.TABLE));

    assertThat(scan().openBytes())
        .isGreaterThanOrEqualTo(Files.size(log) + Files.size(newest(MANIFEST)) + tables);
  }

  @Test
  void aDeletedTableIsDamage() throws IOException {
    Path table = newest(NumberedFiles.TABLE);
    Files.delete(table);

    assertRefused(Code.CORRUPT, table + " belongs to the store", () -> open(4 << 20));
  }

  @Test
  void aTableThatWasCutIsDamage() throws IOException {
    Path table = newest(NumberedFiles.TABLE);
    byte[] bytes = Files.readAllBytes(table);
    Files.write(table, Arrays.copyOf(bytes, bytes.length - 1));

    assertRefused(Code.CORRUPT, table + " has ", () -> open(4 << 20));
  }

  /** A table is cut to its length after it was forced, and a power cut can undo the cut. */
  @Test
  void zerosBehindATableAreNoDamage() throws IOException {
    Path table = newest(NumberedFiles.TABLE);
    byte[] bytes = Files.readAllBytes(table);
    Files.write(table, Arrays.copyOf(bytes, bytes.length + (64 << 10)));

    OpenReport report = reopenExpecting(30 + RECORDS);
    assertThat(report.droppedTailBytes()).isZero();
  }

  @Test
  void everyBitThatFlipsInAManifestIsSeen() throws IOException {
    Path manifest = newest(MANIFEST);
    byte[] bytes = Files.readAllBytes(manifest);
    for (int at = 0; at < bytes.length; at++) {
      byte[] flipped = bytes.clone();
      flipped[at] ^= (byte) (1 << at % 8);
      Files.write(manifest, flipped);
      assertRefused(Code.CORRUPT, manifest + " is damaged at byte ", () -> scan());
    }
  }

  @Test
  void aDeletedManifestIsDamage() throws IOException {
    Path manifest = newest(MANIFEST);
    Files.delete(manifest);

    assertRefused(Code.CORRUPT, manifest + ", named in CURRENT, is missing", () -> open(4 << 20));
  }

  @Test
  void everyBitThatFlipsInCurrentIsSeen() throws IOException {
    Path current = store.resolve("CURRENT");
    byte[] bytes = Files.readAllBytes(current);
    for (int at = 0; at < bytes.length; at++) {
      byte[] flipped = bytes.clone();
      flipped[at] ^= (byte) (1 << at % 8);
      Files.write(current, flipped);
      assertRefused(Code.CORRUPT, "CURRENT", () -> scan());
    }
  }

  @Test
  void aDamagedTableIsNamedWhenItIsRead() throws IOException {
    Path table = newest(NumberedFiles.TABLE);
    byte[] bytes = Files.readAllBytes(table);
    bytes[20] ^= 1;
    Files.write(table, bytes);

    try (Engine engine = open(4 << 20).engine()) {
      assertRefused(Code.CORRUPT, store.toString(), () -> TestStore.has(engine, 1));
      assertRefused(Code.CORRUPT, store.toString(), () -> scanAll(engine));
    }
  }

  @Test
  void logsThatRotateAreDenseTogether() throws IOException {
    Path copy = Files.createDirectory(store.resolveSibling(store.getFileName() + ".copy"));
    try (Engine engine = open(64 << 10).engine()) {
      for (int number = 100; number < 3000; number++) {
        TestStore.put(engine, number, Durability.BUFFERED);
        if (number % 100 == 0) {
          copyWhileInUse(copy);
        }
      }
    }
    assertThat(scan().missingOperations()).isZero();
  }

  /** What a kill leaves: files as they are, logs with their reserved zeros. */
  private void copyWhileInUse(Path copy) throws IOException {
    for (Path file : NumberedFiles.in(store, NumberedFiles.LOG).values()) {
      Path target = copy.resolve(file.getFileName());
      if (copied(file, target)) {
        LogRecords.End end = LogRecords.read(target, 12, (offset, head, gap) -> assertNoGap(gap));
        assertThat(end.droppedBytes()).isZero();
        Files.delete(target);
      }
    }
  }

  /** A log that was listed may have become a table since. */
  private static boolean copied(Path log, Path target) throws IOException {
    try {
      Files.copy(log, target, StandardCopyOption.REPLACE_EXISTING);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static void assertNoGap(long gap) {
    assertThat(gap).isEqualTo(LogRecords.NONE);
  }

  private OpenReport reopenExpecting(int last) {
    OpenedEngine opened = open(4 << 20);
    try (Engine engine = opened.engine()) {
      assertThat(TestStore.has(engine, last)).isTrue();
      assertThat(TestStore.has(engine, last + 1)).isFalse();
      assertThat(TestStore.has(engine, 1)).isTrue();
    }
    return opened.report();
  }

  private LogScan.Result scan() {
    try {
      return LogScan.scan(store);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void scanAll(Engine engine) {
    engine.scan(KeyRange.closedOpen(new byte[0], new byte[] {-1}), (key, value) -> key.length > 0);
  }

  private OpenedEngine open(long writeBufferBytes) throws EngineException {
    return LevelDbEngine.open(store, TestStore.options().withWriteBufferBytes(writeBufferBytes));
  }

  private Path newest(Pattern name) throws IOException {
    SortedMap<Long, Path> files = NumberedFiles.in(store, name);
    return files.get(files.lastKey());
  }
}
