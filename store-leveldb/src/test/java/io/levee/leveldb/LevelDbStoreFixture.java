package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.leveldb.engine.LevelDbEngine;
import io.levee.store.MessageStore;
import io.levee.testkit.StoreFixture;
import io.levee.testkit.StoreLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Opens the store in a directory of its own, which it deletes in the end. */
final class LevelDbStoreFixture implements StoreFixture {

  private final Path directory;

  LevelDbStoreFixture() {
    try {
      directory = Files.createTempDirectory("levee-store");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public MessageStore open(InstantSource clock) {
    return LevelDbMessageStore.open(directory, SmallStore.options(clock));
  }

  @Override
  public List<String> check() {
    StoreOptions options = SmallStore.options(InstantSource.system());
    try (Engine closed = LevelDbEngine.open(directory, options.engineOptions()).engine()) {
      return StoreCheck.faults(closed);
    }
  }

  @Override
  public StoreLimits limits() {
    return SmallStore.limits();
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
