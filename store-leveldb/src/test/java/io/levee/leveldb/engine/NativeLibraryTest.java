package io.levee.leveldb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.testkit.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each case in a process of its own: a library is loaded once. */
final class NativeLibraryTest {

  @TempDir private Path temporary;
  private Path store;
  private Path unpacked;

  @BeforeEach
  void nameDirectories() {
    store = temporary.resolve("store");
    unpacked = store.resolve("levee.native");
  }

  @Test
  void aMissingTemporaryDirectoryDoesNotMatter() throws IOException {
    try (ForkedJvm jvm = start("-Djava.io.tmpdir=/nonexistent")) {
      jvm.awaitLine("opened");
    }
  }

  @Test
  void killedProcessesLeaveNoCopiesBehind() throws IOException {
    Path tmp = Files.createDirectory(temporary.resolve("tmp"));
    for (int kill = 0; kill < 20; kill++) {
      try (ForkedJvm jvm = start("-Djava.io.tmpdir=" + tmp)) {
        jvm.awaitLine("wrote 0");
        jvm.kill();
      }
    }

    assertThat(names(tmp)).isEmpty();
    assertThat(names(unpacked)).hasSize(1);
  }

  @Test
  void aDamagedCopyIsReplaced() throws IOException {
    Files.createDirectories(unpacked);
    Path copy = unpacked.resolve(System.mapLibraryName("leveldbjni"));
    Files.write(copy, new byte[1000]);
    try (ForkedJvm jvm = start()) {
      jvm.awaitLine("opened");
    }

    assertThat(copy).isRegularFile();
    assertThat(Files.size(copy)).isGreaterThan(100_000);
    assertThat(names(unpacked)).hasSize(1);
  }

  @Test
  void aDirectoryThatTheUserNamesIsObeyed() throws IOException {
    try (ForkedJvm jvm = start()) {
      jvm.awaitLine("opened");
    }
    Path own = temporary.resolve("own");
    Files.move(unpacked, own);
    try (ForkedJvm jvm = start("-Dlibrary.leveldbjni.path=" + own)) {
      jvm.awaitLine("opened");
    }

    assertThat(unpacked).doesNotExist();
  }

  @Test
  void aMachineThatTheLibraryDoesNotServeIsToldWhatDoes() throws IOException {
    try (ForkedJvm jvm = start("-Dos.arch=aarch64")) {
      assertThat(jvm.awaitLine("refused "))
          .startsWith("NATIVE_LIBRARY: no native library for")
          .contains("os.arch=aarch64")
          .contains("carries it for linux32, linux64, osx, windows32, windows64")
          .contains("org.openlabtesting.leveldbjni:leveldbjni-all:1.8 (linux aarch64)")
          .contains("io.github.tronprotocol:leveldbjni-all:1.18.2 (linux aarch64, macOS arm64)");
    }
  }

  private ForkedJvm start(String... jvmArgs) throws IOException {
    return ForkedJvm.start(List.of(jvmArgs), EngineProcess.class, store.toString());
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("hsperfdata"))
          .toList();
    }
  }
}
