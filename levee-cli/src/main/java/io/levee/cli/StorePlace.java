package io.levee.cli;

import io.levee.engine.Engine;
import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreOptions;
import io.levee.leveldb.engine.EngineOptions;
import io.levee.leveldb.engine.LevelDbEngine;
import io.levee.leveldb.engine.OpenedEngine;
import io.levee.store.MessageStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The directory of a store that no broker has open, to look into. It is never made: the store would
 * make one wherever there is none.
 *
 * @param path the directory of the store itself
 * @param warnings is told what whoever opens the store has to know
 */
record StorePlace(Path path, Consumer<String> warnings) {

  private static final long OPENING_FLOOR_BYTES = 64L << 20;

  /**
   * An open merges tables in the background, and a disk that fills up meanwhile ends the process.
   */
  private static final long LOOKING_BYTES = 48L << 20;

  private static final String BALLAST = "levee.ballast";

  /**
   * The store in {@code directory}, which is that of a broker's adapter or of the store itself.
   * Whether there is one, and what is wrong with it, opening tells.
   */
  static StorePlace in(Path directory, Consumer<String> warnings) {
    Path ofAdapter = directory.resolve("store");
    return new StorePlace(Files.isDirectory(ofAdapter) ? ofAdapter : directory, warnings);
  }

  /** Opens the store. Nothing in it expires or is tidied up meanwhile. */
  MessageStore open() throws IOException {
    StoreOptions options =
        StoreOptions.DEFAULT.withDiskReserveBytes(0).withHousekeepingIntervalMillis(0);
    return LevelDbMessageStore.open(openEngine(), options);
  }

  /**
   * Opens what is below the store. On a disk without room for the opening itself it is refused, for
   * that would end the process.
   */
  Engine openEngine() throws IOException {
    if (Files.exists(path)) {
      requireRoom(Files.getFileStore(path).getUsableSpace());
    }
    Path ballast = path.resolve(BALLAST);
    long ballastBytes = Files.exists(ballast) ? Files.size(ballast) : 0;
    EngineOptions options =
        EngineOptions.defaults().withDiskReserve(OPENING_FLOOR_BYTES, ballastBytes);
    OpenedEngine opened = LevelDbEngine.openExisting(path, options);
    opened.report().warnings(path).forEach(warnings);
    return opened.engine();
  }

  /** Asked before the ballast is touched, which is there for the broker and not for a look. */
  static void requireRoom(long usableBytes) throws IOException {
    if (usableBytes < LOOKING_BYTES) {
      throw new IOException(
          "%d bytes are free on the disk and %d are needed to look into a store; free some space"
              .formatted(usableBytes, LOOKING_BYTES));
    }
  }

  /** The files of the store, those of its subdirectories included. */
  List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
