package io.levee.leveldb.engine;

import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import io.levee.engine.GuardedEngine;
import io.levee.engine.RawEngine;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The order in which a directory becomes an engine: everything that can refuse comes before LevelDB
 * is let in, for LevelDB repairs, deletes and creates where it should ask.
 */
final class Opening {

  /** What LevelDB itself does at an open; closes what it has opened when it fails. */
  interface NativeOpen {
    RawEngine open(Held held, boolean create) throws IOException;
  }

  /** What an engine holds besides LevelDB's handles, and gives back when it is closed. */
  record Held(Path directory, EngineOptions options, DiskSpace space, DirectoryLock lock) {}

  /** Beside logs and merged tables, an open takes a log, two small files and a margin. */
  private static final long OPEN_MARGIN_BYTES = 4 << 20;

  private final Path directory;
  private final boolean create;
  private final EngineOptions options;
  private final NativeOpen nativeOpen;

  /** Opens {@code directory}; whether a store may be made there, {@code create} says. */
  Opening(Path directory, boolean create, EngineOptions options, NativeOpen nativeOpen) {
    this.directory = directory;
    this.create = create;
    this.options = options;
    this.nativeOpen = nativeOpen;
  }

  OpenedEngine run() {
    try {
      return Uninterrupted.call(this::openDirectory);
    } catch (IOException e) {
      throw new EngineException(Code.DIRECTORY, directory + " cannot be used as a store: " + e, e);
    }
  }

  private OpenedEngine openDirectory() throws IOException {
    StoreDirectory store =
        create ? StoreDirectory.at(directory) : StoreDirectory.existing(directory);
    DirectoryLock lock = DirectoryLock.take(store.path());
    try {
      DiskSpace space = new DiskSpace(store.path(), options.floorBytes());
      Ballast ballast = new Ballast(store.path(), options.ballastBytes(), space);
      boolean released = ballast.releaseIfNeeded();
      Held held = new Held(store.path(), options, space, lock);
      boolean fresh = store.isFresh();
      CloseMarker marker = CloseMarker.read(store.path());
      LogScan.Result found = fresh ? requireNothing(marker) : scan(marker, store.path());
      space.requireToOpen(fresh ? Long.MAX_VALUE : found.openBytes() + OPEN_MARGIN_BYTES);
      ballast.refill();
      CloseMarker.delete(store.path());
      RawEngine raw = fresh ? create(store, held) : nativeOpen.open(held, false);
      return new OpenedEngine(
          new GuardedEngine(raw),
          new OpenReport(
              fresh,
              found.droppedTailBytes(),
              found.missingOperations(),
              released,
              marker.distrust()));
    } catch (IOException | RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  private static LogScan.Result requireNothing(CloseMarker marker) {
    marker.requireNone();
    return LogScan.NOTHING;
  }

  /** The lengths first: of a manifest that was cut off, a scan would blame the logs and tables. */
  private static LogScan.Result scan(CloseMarker marker, Path directory) throws IOException {
    marker.requireLengths();
    LogScan.Result found = LogScan.scan(directory);
    marker.requireWhole(found);
    return found;
  }

  private RawEngine create(StoreDirectory store, Held held) throws IOException {
    store.beginCreation();
    RawEngine raw = nativeOpen.open(held, true);
    try {
      store.endCreation();
      return raw;
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }
}
