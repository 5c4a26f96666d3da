package io.levee.leveldb.engine;

import static io.levee.leveldb.engine.TestStore.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Engine;
import io.levee.engine.EngineException.Code;
import io.levee.testkit.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was cut off after a close is missed, and no good store is ever refused for its marker. */
final class CloseMarkerTest {

  private static final Pattern MANIFEST = Pattern.compile("MANIFEST-(\\d+)");
  private static final int RECORDS = 20;

  @TempDir private Path temporary;
  private Path store;
  private Path marker;
  private Path log;

  @BeforeEach
  void closeAStoreWithALog() throws IOException {
    store = temporary.resolve("store");
    marker = store.resolve(CloseMarker.FILE);
    try (Engine engine = TestStore.open(store).engine()) {
      TestStore.put(engine, 1, RECORDS);
    }
    log = newest(NumberedFiles.LOG);
  }

  @Test
  void aMarkerIsThereBetweenACloseAndTheNextOpenOnly() throws IOException {
    assertThat(marker).content().startsWith("levee.closed 1\nMANIFEST-").contains(nameAndSize(log));

    try (Engine engine = TestStore.open(store).engine()) {
      assertThat(marker).doesNotExist();
      TestStore.put(engine, RECORDS + 1, RECORDS + 1);
    }
    assertThat(marker).exists();
    assertThat(reopen().ignoredMarker()).isEmpty();
  }

  @Test
  void aLogThatWasCutBetweenTwoBatchesIsRefusedUntilTheMarkerIsDeleted() throws IOException {
    long whole = Files.size(log);
    cut(log, whole - whole / RECORDS);
    assertThat(LogScan.scan(store)).as("looks whole").isEqualTo(scanOf(0));

    String said = log + " has " + Files.size(log) + " bytes instead of the " + whole;
    assertRefused(Code.CORRUPT, said, () -> TestStore.open(store));
    assertRefused(Code.CORRUPT, "or delete " + marker + " to open", () -> TestStore.open(store));

    Files.delete(marker);
    try (Engine engine = TestStore.open(store).engine()) {
      assertThat(TestStore.has(engine, RECORDS - 1)).isTrue();
      assertThat(TestStore.has(engine, RECORDS)).isFalse();
    }
  }

  @Test
  void whereverALogIsCutItIsRefused() throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    for (int length = 0; length < bytes.length; length++) {
      Files.write(log, Arrays.copyOf(bytes, length));
      assertRefused(Code.CORRUPT, " has " + length + " bytes instead", () -> TestStore.open(store));
    }
  }

  @Test
  void aLogThatWasDeletedIsRefused() throws IOException {
    long bytes = Files.size(log);
    Files.delete(log);

    String said = log + " is missing; it had " + bytes + " bytes";
    assertRefused(Code.CORRUPT, said, () -> TestStore.open(store));
  }

  @Test
  void aManifestThatWasDeletedIsToldAsWithoutAMarker() throws IOException {
    Path manifest = newest(MANIFEST);
    Files.delete(manifest);

    assertRefused(
        Code.CORRUPT, manifest + ", named in CURRENT, is missing", () -> TestStore.open(store));
  }

  @Test
  void aManifestThatWasCutBetweenTwoEditsIsRefused() throws IOException {
    Path manifest = newest(MANIFEST);
    for (long end : recordEnds(manifest)) {
      byte[] bytes = Files.readAllBytes(manifest);
      cut(manifest, end);
      assertRefused(Code.CORRUPT, manifest + " has " + end + " bytes", () -> TestStore.open(store));
      Files.write(manifest, bytes);
    }
    assertThat(reopen().ignoredMarker()).isEmpty();
  }

  @Test
  void aBitThatFlipsInTheLastBatchIsNoTornTail() throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    bytes[bytes.length - 1] ^= 1;
    Files.write(log, bytes);

    assertRefused(Code.CORRUPT, log + " cannot be read in its last ", () -> TestStore.open(store));
  }

  @Test
  void noEmptyStoreIsMadeWhereOneWasClosed() throws IOException {
    List<String> left = List.of(CloseMarker.FILE, DirectoryLock.FILE);
    for (Path file : list()) {
      if (Files.isRegularFile(file) && !left.contains(file.getFileName().toString())) {
        Files.delete(file);
      }
    }

    assertRefused(Code.CORRUPT, "a store was closed here", () -> TestStore.open(store));
    assertThat(list()).noneMatch(file -> file.endsWith("CURRENT"));
    Files.delete(marker);
    assertThat(reopen().created()).isTrue();
  }

  @Test
  void aRefusedOpenLeavesTheMarker() throws IOException {
    byte[] note = Files.readAllBytes(marker);
    Path current = store.resolve("CURRENT");
    Path aside = temporary.resolve("aside");
    Files.move(current, aside);
    assertRefused(Code.CORRUPT, "CURRENT is missing", () -> TestStore.open(store));
    assertThat(marker).hasBinaryContent(note);

    Files.move(aside, current);
    assertThat(reopen().ignoredMarker()).isEmpty();
  }

  @Test
  void everyBitThatFlipsInAMarkerIsSeenAndNothingIsRefused() throws IOException {
    byte[] note = Files.readAllBytes(marker);
    for (int at = 0; at < note.length; at++) {
      byte[] flipped = note.clone();
      flipped[at] ^= (byte) (1 << at % 8);
      Files.write(marker, flipped);
      CloseMarker read = CloseMarker.read(store);
      assertThat(read.distrust()).as("byte " + at).contains(marker + " is damaged");
      read.requireLengths();
    }
    assertThat(reopen().ignoredMarker()).contains(marker + " is damaged");
    assertThat(reopen().ignoredMarker()).as("the next marker is a good one").isEmpty();
  }

  @Test
  void aMarkerThatIsNotAllThereIsIgnored() throws IOException {
    byte[] note = Files.readAllBytes(marker);
    for (int length = 0; length < note.length; length++) {
      Files.write(marker, Arrays.copyOf(note, length));
      assertThat(CloseMarker.read(store).distrust()).isPresent();
    }
    assertThat(reopen().ignoredMarker()).isPresent();
  }

  @Test
  void aMarkerThatAnOpenLeftBehindWithoutReadingItIsIgnored() throws IOException {
    byte[] older = Files.readAllBytes(marker);
    reopen();
    Files.write(marker, older);

    assertThat(reopen().ignoredMarker().orElseThrow()).contains(marker + " is of MANIFEST-");
  }

  @Test
  void aStoreWithoutAMarkerIsNotRefused() throws IOException {
    Files.delete(marker);

    assertThat(reopen()).isEqualTo(new OpenReport(false, 0, 0, false, Optional.empty()));
  }

  @Test
  void aCopyOfAClosedStoreOpens() throws IOException {
    Path copy = Files.createDirectory(temporary.resolve("copy"));
    for (Path file : list()) {
      if (Files.isRegularFile(file)) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    OpenedEngine opened = TestStore.open(copy);
    try (Engine engine = opened.engine()) {
      assertThat(TestStore.has(engine, RECORDS)).isTrue();
    }
    assertThat(opened.report().ignoredMarker()).isEmpty();
  }

  @Test
  void aLogThatACopyHasPaddedWithZerosIsNotRefused() throws IOException {
    Files.write(log, Arrays.copyOf(Files.readAllBytes(log), 1 << 20));

    assertThat(reopen().droppedTailBytes()).isZero();
  }

  @Test
  void aCloseThatWasKilledBeforeItsMarkerWasInPlaceLeavesNothingBehind() throws IOException {
    Path unfinished = store.resolve(CloseMarker.FILE + ".new");
    Files.move(marker, unfinished);
    cut(unfinished, 10);

    assertThat(reopen().ignoredMarker()).isEmpty();
    assertThat(unfinished).doesNotExist();
  }

  @Test
  void aKilledProcessLeavesNoMarker() throws IOException {
    try (ForkedJvm writer = ForkedJvm.start(EngineProcess.class, store.toString())) {
      writer.awaitLine("wrote 100");
      assertThat(marker).doesNotExist();
      writer.kill();
    }
    assertThat(marker).doesNotExist();
    assertThat(reopen().ignoredMarker()).isEmpty();
    assertThat(marker).exists();
  }

  @Test
  void aStoreWhoseLastWriteFailedIsClosedWithoutAMarker() throws IOException {
    try (Engine engine = TestStore.open(store).engine()) {
      TestStore.put(engine, 1, 1);
      Files.delete(newest(NumberedFiles.LOG));
      assertRefused(Code.FAILED, "outcome is unknown", () -> TestStore.put(engine, 2, 2));
    }
    assertThat(marker).doesNotExist();
  }

  @Test
  void anUnfinishedCreationIsDoneAgainWhateverItsMarkerSays() throws IOException {
    Files.createFile(store.resolve("levee.creating"));
    Files.write(log, new byte[1000]);

    assertThat(reopen().created()).isTrue();
  }

  @Test
  void anInterruptedThreadLeavesAMarkerAllTheSame() throws IOException {
    Engine engine = TestStore.open(store).engine();
    Thread.currentThread().interrupt();
    engine.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(marker).exists();
    assertThat(reopen().ignoredMarker()).isEmpty();
  }

  private OpenReport reopen() {
    OpenedEngine opened = TestStore.open(store);
    opened.engine().close();
    return opened.report();
  }

  private LogScan.Result scanOf(long missingOperations) throws IOException {
    return new LogScan.Result(0, missingOperations, LogScan.scan(store).openBytes());
  }

  private static List<Long> recordEnds(Path file) throws IOException {
    List<Long> begins = new ArrayList<>();
    LogRecords.read(file, 1, (offset, head, gap) -> begins.add(offset));
    return begins;
  }

  private static void cut(Path file, long length) throws IOException {
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) length));
  }

  private static String nameAndSize(Path file) throws IOException {
    return file.getFileName() + " " + Files.size(file) + "\n";
  }

  private List<Path> list() throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      return files.toList();
    }
  }

  private Path newest(Pattern name) throws IOException {
    SortedMap<Long, Path> files = NumberedFiles.in(store, name);
    return files.get(files.lastKey());
  }
}
