package io.levee.leveldb.engine;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import io.levee.engine.KeyRange;
import io.levee.engine.RawEngine;
import io.levee.engine.ScanVisitor;
import io.levee.leveldb.engine.Opening.Held;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.fusesource.hawtjni.runtime.Library;
import org.fusesource.leveldbjni.internal.NativeBuffer;
import org.fusesource.leveldbjni.internal.NativeCache;
import org.fusesource.leveldbjni.internal.NativeCompressionType;
import org.fusesource.leveldbjni.internal.NativeDB;
import org.fusesource.leveldbjni.internal.NativeIterator;
import org.fusesource.leveldbjni.internal.NativeOptions;
import org.fusesource.leveldbjni.internal.NativeRange;
import org.fusesource.leveldbjni.internal.NativeReadOptions;
import org.fusesource.leveldbjni.internal.NativeWriteBatch;
import org.fusesource.leveldbjni.internal.NativeWriteOptions;

/**
 * LevelDB behind the engine seam: the one class that names the library, and the only place where
 * its failures become {@link EngineException}s.
 *
 * <p>It talks to the library's lower layer, whose exceptions are checked and whose iterator steps
 * without copying an entry twice. Handles are opened and released within one call; the two that
 * live longer, the database and its cache, are released by {@link #close}. What keeps calls away
 * from a released handle is the guard around this class.
 */
public final class LevelDbEngine implements RawEngine {

  /** What a batch weighs in LevelDB's log beside its operations: sequence u64 and count u32. */
  private static final int BATCH_HEADER_BYTES = 12;

  /** Parts of a batch are handed over in native memory; taken from a pool, it costs nothing. */
  private static final int POOL_BYTES = 64 << 10;

  private final NativeReadOptions reads = new NativeReadOptions().verifyChecksums(true);
  private final NativeDB db;
  private final NativeCache cache;
  private final Held held;
  private final CurrentLog log;
  private final DiskUsage usage;
  private boolean writeUnfinished; // one writer at a time, and a close after all of them

  private LevelDbEngine(NativeDB db, NativeCache cache, Held held) throws IOException {
    this.db = db;
    this.cache = cache;
    this.held = held;
    this.log = new CurrentLog(held.directory());
    this.usage = new DiskUsage(held.directory(), System::nanoTime);
  }

  /**
   * Opens the store in {@code directory}, and makes one if the directory is missing or empty.
   *
   * @throws EngineException with {@link Code#LOCKED}, {@link Code#DIRECTORY}, {@link Code#CORRUPT},
   *     {@link Code#DISK_FULL} or {@link Code#NATIVE_LIBRARY}; no data was changed then
   */
  public static OpenedEngine open(Path directory, EngineOptions options) {
    return new Opening(directory, true, options, LevelDbEngine::openNative).run();
  }

  /**
   * Opens the store in {@code directory}, and makes none.
   *
   * @throws EngineException as {@link #open}; with {@link Code#DIRECTORY} when there is no store
   */
  public static OpenedEngine openExisting(Path directory, EngineOptions options) {
    return new Opening(directory, false, options, LevelDbEngine::openNative).run();
  }

  private static LevelDbEngine openNative(Held held, boolean create) throws IOException {
    EngineOptions options = held.options();
    Path libraryHome =
        options.nativeDirectory().orElseGet(() -> held.directory().resolve("levee.native"));
    new NativeLibrary(
            Library.getPlatform(),
            NativeDB.LIBRARY.getLibraryFileName(),
            NativeDB.class.getClassLoader(),
            NativeDB.LIBRARY::load)
        .loadFrom(libraryHome);
    NativeCache cache = new NativeCache(options.blockCacheBytes());
    NativeDB db = null;
    try {
      db = NativeDB.open(nativeOptions(options, cache, create), held.directory().toFile());
      DurableFiles.forceRoots(held.directory());
      return new LevelDbEngine(db, cache, held);
    } catch (IOException | RuntimeException e) {
      if (db != null) {
        db.delete();
      }
      cache.delete();
      throw refusal(held.directory(), e);
    }
  }

  private static EngineException refusal(Path directory, Exception e) {
    String reason = String.valueOf(e.getMessage());
    Code code =
        reason.startsWith("Corruption")
            ? Code.CORRUPT
            : reason.startsWith("IO error: lock") ? Code.LOCKED : Code.DIRECTORY;
    return new EngineException(code, directory + " cannot be opened: " + reason, e);
  }

  private static NativeOptions nativeOptions(
      EngineOptions options, NativeCache cache, boolean create) {
    return new NativeOptions()
        .createIfMissing(create)
        .errorIfExists(create)
        .writeBufferSize(options.writeBufferBytes())
        .maxOpenFiles(options.maxOpenFiles())
        .blockSize(options.blockBytes())
        .compression(
            options.snappy()
                ? NativeCompressionType.kSnappyCompression
                : NativeCompressionType.kNoCompression)
        .cache(cache);
  }

  @Override
  public Optional<byte[]> get(byte[] key) {
    try {
      return Optional.ofNullable(db.get(reads, key));
    } catch (NativeDB.DBException e) {
      throw unreadable(key, key, e);
    }
  }

  @Override
  public boolean scan(KeyRange range, ScanVisitor visitor) {
    NativeIterator iterator = db.iterator(reads);
    byte[] reached = range.first();
    try {
      iterator.seek(range.first());
      while (iterator.isValid()) {
        byte[] key = iterator.key();
        if (Arrays.compareUnsigned(key, range.end()) >= 0) {
          return true;
        }
        if (!visitor.visit(key, iterator.value())) {
          return false;
        }
        reached = key;
        iterator.next();
      }
      return true;
    } catch (NativeDB.DBException e) {
      throw unreadable(reached, range.end(), e);
    } finally {
      iterator.delete();
    }
  }

  @Override
  public void write(Batch batch, Durability durability) {
    boolean sync = durability == Durability.SYNC;
    if (batch.isEmpty() && !sync) {
      return;
    }
    held.space().requireRoomFor(batch.sizeBytes());
    writeUnfinished = true;
    try {
      // An empty batch is a record without operations; forcing it forces the log before it.
      writeNative(batch, sync);
      log.wrote(BATCH_HEADER_BYTES + batch.sizeBytes() - Batch.HEADER_BYTES);
      if (sync) {
        log.force();
      }
      writeUnfinished = false;
    } catch (IOException e) {
      throw new EngineException(Code.FAILED, e.getMessage(), e);
    }
  }

  private void writeNative(Batch batch, boolean sync) throws NativeDB.DBException {
    NativeWriteBatch updates = new NativeWriteBatch();
    try {
      NativeBuffer.pushMemoryPool(POOL_BYTES);
      try {
        batch.forEach(new Updates(updates));
      } finally {
        NativeBuffer.popMemoryPool();
      }
      db.write(new NativeWriteOptions().sync(sync), updates);
    } finally {
      updates.delete();
    }
  }

  @Override
  public void compact(KeyRange range) {
    db.compactRange(range.first(), range.end());
    usage.forget();
  }

  @Override
  public long approximateSizeBytes(KeyRange range) {
    return db.getApproximateSizes(new NativeRange(range.first(), range.end()))[0];
  }

  @Override
  public long diskBytes() {
    return usage.bytes();
  }

  @Override
  public long usableDiskBytes() {
    return held.space().usableBytes();
  }

  @Override
  public void close() {
    db.delete();
    cache.delete();
    try {
      if (!writeUnfinished) { // after a write that failed the log may end in the middle of it
        markClosed();
      }
    } finally {
      release();
    }
  }

  /** Not where another directory has taken the place of the one that was opened. */
  private void markClosed() {
    try {
      if (held.lock().isOn(held.directory())) {
        CloseMarker.writeIfPossible(held.directory());
      }
    } catch (IOException e) {
      // The directory is gone, and what was in it cannot be noted.
    }
  }

  private void release() {
    try {
      held.lock().close();
    } catch (IOException e) {
      throw new EngineException(
          Code.DIRECTORY, "the lock of " + held.directory() + " is not released: " + e, e);
    }
  }

  private EngineException unreadable(byte[] from, byte[] through, NativeDB.DBException e) {
    String place = SuspectTables.between(held.directory(), from, through).orElse(held.directory());
    return new EngineException(
        Code.CORRUPT, place + " cannot be read: " + e.getMessage() + "; restore a backup", e);
  }

  /** Adds each operation of a batch to one of LevelDB's. */
  private record Updates(NativeWriteBatch batch) implements Batch.Visitor {
    @Override
    public void put(byte[] key, byte[] value) {
      batch.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
      batch.delete(key);
    }
  }
}
