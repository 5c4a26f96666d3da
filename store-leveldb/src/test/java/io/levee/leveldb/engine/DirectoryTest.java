package io.levee.leveldb.engine;

import static io.levee.leveldb.engine.TestStore.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Engine;
import io.levee.engine.EngineException.Code;
import io.levee.testkit.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryTest {

  @TempDir private Path temporary;
  private Path store;

  @BeforeEach
  void nameDirectory() {
    store = temporary.resolve("store");
  }

  @Test
  void aMissingDirectoryIsMadeWithItsParents() {
    Path deep = temporary.resolve("a/b/c");
    OpenedEngine opened = TestStore.open(deep);
    opened.engine().close();

    assertThat(opened.report()).isEqualTo(new OpenReport(true, 0, 0, false, Optional.empty()));
    assertThat(deep.resolve("CURRENT")).exists();
  }

  @Test
  void aSecondProcessIsRefusedAndToldWhichIsTheFirst() throws IOException {
    try (ForkedJvm first = ForkedJvm.start(EngineProcess.class, store.toString());
        ForkedJvm second = startAfter(first)) {
      assertThat(second.awaitLine("refused "))
          .startsWith("LOCKED: ")
          .contains("is open in another process, process " + first.pid());
    }
  }

  @Test
  void aRefusedOpenInTheProcessDoesNotGiveTheLockAway() throws IOException {
    try (Engine engine = TestStore.open(store).engine()) {
      assertRefused(Code.LOCKED, "already open in this process", () -> TestStore.open(store));
      try (ForkedJvm other = ForkedJvm.start(EngineProcess.class, store.toString())) {
        assertThat(other.awaitLine("refused ")).startsWith("LOCKED: ");
      }
      TestStore.put(engine, 1, 1);
    }
  }

  @Test
  void aSymbolicLinkIsNoSecondWayIn() throws IOException {
    Path link = temporary.resolve("link");
    try (Engine engine = TestStore.open(store).engine()) {
      Files.createSymbolicLink(link, store);
      assertRefused(Code.LOCKED, "already open in this process", () -> TestStore.open(link));
      TestStore.put(engine, 1, 1);
    }

    try (Engine engine = TestStore.open(link).engine()) {
      assertThat(TestStore.has(engine, 1)).isTrue();
    }
  }

  @Test
  void aKilledProcessLeavesTheDirectoryFreeAndEveryAcknowledgedWrite() throws IOException {
    for (int cycle = 0; cycle < 5; cycle++) {
      try (ForkedJvm writer = ForkedJvm.start(EngineProcess.class, store.toString())) {
        writer.awaitLine("wrote 300");
        writer.kill();
        String last = writer.readAll().stream().reduce("", (a, b) -> b);
        assertThat(last).startsWith("wrote ");
        OpenedEngine opened = TestStore.open(store);
        try (Engine engine = opened.engine()) {
          for (int number = Integer.parseInt(last.substring(6)); number >= 0; number--) {
            assertThat(TestStore.has(engine, number)).isTrue();
          }
        }
        assertThat(opened.report().missingOperations()).isZero();
      }
    }
  }

  @Test
  void aFileIsNoDirectory() throws IOException {
    Files.writeString(store, "text");

    assertRefused(Code.DIRECTORY, "is not a directory", () -> TestStore.open(store));
    assertThat(store).hasContent("text");
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsRefused() {
    Path readOnly = Path.of("/proc/self/levee"); // not even root can make it

    assertRefused(Code.DIRECTORY, readOnly.toString(), () -> TestStore.open(readOnly));
  }

  @Test
  void aDirectoryThatHoldsSomethingElseIsRefusedAndLeftAlone() throws IOException {
    Files.createDirectory(store);
    Files.writeString(store.resolve("thesis.doc"), "text");

    assertRefused(Code.DIRECTORY, "holds thesis.doc", () -> TestStore.open(store));
    assertThat(names()).containsExactly("thesis.doc");
  }

  @Test
  void whatFileSystemsLeaveInADirectoryDoesNotMatter() throws IOException {
    Files.createDirectories(store.resolve("lost+found"));
    Files.writeString(store.resolve(".nfs0001"), "text");

    try (Engine engine = TestStore.open(store).engine()) {
      TestStore.put(engine, 1, 1);
    }
    assertThat(names()).contains("lost+found", ".nfs0001");
  }

  @Test
  void aMissingCurrentIsRefusedAndNothingIsDeleted() throws IOException {
    makeStore();
    Files.delete(store.resolve("CURRENT"));
    List<String> before = names();

    assertRefused(Code.CORRUPT, "CURRENT is missing beside", () -> TestStore.open(store));
    assertThat(names()).isEqualTo(before);
  }

  @Test
  void whereAStoreHasToBeNoneIsMadeAndNothingIsDeleted() throws IOException {
    assertNoStoreToOpen();
    assertThat(store).doesNotExist();

    Files.createDirectories(store);
    Files.createFile(store.resolve("levee.creating"));
    Files.createFile(store.resolve("CURRENT"));
    assertNoStoreToOpen();
    assertThat(names()).containsExactly("CURRENT", "levee.creating");
  }

  private void assertNoStoreToOpen() {
    assertRefused(
        Code.DIRECTORY,
        "there is no Levee store in " + store,
        () -> LevelDbEngine.openExisting(store, TestStore.options()));
  }

  @Test
  void aCreationThatNeverEndedIsDoneAgain() throws IOException {
    makeStore();
    Files.delete(store.resolve("CURRENT"));
    try (Stream<Path> files = Files.list(store)) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        Files.write(log, new byte[1000]);
      }
    }
    Files.createFile(store.resolve("levee.creating"));
    OpenedEngine opened = TestStore.open(store);
    try (Engine engine = opened.engine()) {
      TestStore.put(engine, 1, 1);
    }

    assertThat(opened.report().created()).isTrue();
    assertThat(store.resolve("levee.creating")).doesNotExist();
  }

  @Test
  void theMarkOfAnUnfinishedCreationDeletesNoData() throws IOException {
    makeStore();
    Files.createFile(store.resolve("levee.creating"));

    assertRefused(Code.CORRUPT, "holds data", () -> TestStore.open(store));
    Files.delete(store.resolve("levee.creating"));
    try (Engine engine = TestStore.open(store).engine()) {
      assertThat(TestStore.has(engine, 1)).isTrue();
    }
  }

  @Test
  void anInterruptedThreadOpensAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    try (Engine engine = TestStore.open(store).engine()) {
      TestStore.put(engine, 1, 1);
      assertRefused(Code.LOCKED, "already open", () -> TestStore.open(store));
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private void makeStore() {
    try (Engine engine = TestStore.open(store).engine()) {
      TestStore.put(engine, 1, 10);
    }
  }

  private ForkedJvm startAfter(ForkedJvm first) throws IOException {
    first.awaitLine("opened");
    return ForkedJvm.start(EngineProcess.class, store.toString());
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
