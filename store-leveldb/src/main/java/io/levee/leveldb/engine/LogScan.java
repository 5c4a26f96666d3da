package io.levee.leveldb.engine;

import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;

/**
 * Looks at a database before LevelDB opens it, without changing it: LevelDB skips what it cannot
 * read in its logs, and keeps what lies behind.
 *
 * <p>Each record of a log is a batch and begins with its sequence number (u64) and its number of
 * operations (u32, both little-endian). Numbers are dense over all logs, so a batch that is missing
 * shows. What is found is one of three:
 *
 * <ul>
 *   <li><b>whole</b>: the batches follow each other, up to the zeros that LevelDB has reserved;
 *   <li><b>a torn tail</b>: no batch lies behind what cannot be read. It was being written when the
 *       process or the machine stopped; it is left out and its bytes are reported;
 *   <li><b>damaged</b>: a batch lies behind what cannot be read, or is missing between two others,
 *       or a file is missing or too short. This is refused, and the place is named.
 * </ul>
 *
 * <p>A newest log that was cut off between two batches looks whole. After a close the {@link
 * CloseMarker} tells; after a crash, where the manifest was written after the lost batches, they
 * are counted as {@link Result#missingOperations}.
 */
final class LogScan {

  /**
   * What a scan has found.
   *
   * @param droppedTailBytes the bytes of the torn tail
   * @param missingOperations operations that were given a number and are in no log
   * @param openBytes what an open will at most write: the logs as tables, a manifest, and what
   *     LevelDB may begin to merge at once
   */
  record Result(long droppedTailBytes, long missingOperations, long openBytes) {}

  /** What there is to say of a directory without a store. */
  static final Result NOTHING = new Result(0, 0, 0);

  private static final int BATCH_HEADER_BYTES = 12;

  private final Path directory;
  private final Manifest manifest;
  private long lastSequence;
  private boolean anyBatch;

  private LogScan(Path directory, Manifest manifest) {
    this.directory = directory;
    this.manifest = manifest;
    this.lastSequence = manifest.lastSequenceBeforeLog();
  }

  /** Scans the database in {@code directory}, which has a {@code CURRENT}. */
  static Result scan(Path directory) throws IOException {
    return new LogScan(directory, Manifest.read(directory)).run();
  }

  private Result run() throws IOException {
    requireTables();
    SortedMap<Long, Path> logs = NumberedFiles.in(directory, NumberedFiles.LOG);
    logs.keySet().removeIf(number -> !manifest.needsLog(number));
    if (manifest.logNumber() != 0 && !logs.containsKey(manifest.logNumber())) {
      throw missing(String.format("%06d.log", manifest.logNumber()));
    }
    long droppedBytes = 0;
    long openBytes = manifest.bytes() + manifest.firstLevelsBytes();
    for (Path log : logs.values()) {
      droppedBytes +=
          LogRecords.read(
                  log, BATCH_HEADER_BYTES, (offset, head, gap) -> batch(log, offset, head, gap))
              .droppedBytes();
      openBytes += Files.size(log);
    }
    long missing = Math.max(0, manifest.lastSequence() - lastSequence);
    return new Result(droppedBytes, missing, openBytes);
  }

  private void batch(Path log, long offset, byte[] head, long gap) {
    if (head.length < BATCH_HEADER_BYTES) {
      throw damaged(log, offset, "holds a record that is no batch");
    }
    ByteBuffer fields = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
    long sequence = fields.getLong();
    long operations = fields.getInt() & 0xFFFF_FFFFL;
    if (gap == LogRecords.NONE) {
      requireDense(log, offset, sequence);
      lastSequence = sequence + operations - 1;
      anyBatch = true;
    } else if (!anyBatch || sequence > lastSequence) {
      // What is older is no batch of this log, but one that somebody has stored as a value.
      throw damaged(log, gap, "cannot be read there, but holds a later batch at byte " + offset);
    }
  }

  /** The first batch may be older than the last edit of the manifest; the others follow it. */
  private void requireDense(Path log, long offset, long sequence) {
    boolean dense = anyBatch ? sequence == lastSequence + 1 : sequence <= lastSequence + 1;
    if (!dense) {
      throw damaged(
          log,
          offset,
          "holds operation " + sequence + " next, but the one before was " + lastSequence);
    }
  }

  private void requireTables() throws IOException {
    Map<Long, Path> tables = NumberedFiles.in(directory, NumberedFiles.TABLE);
    for (Map.Entry<Long, TableSpan> expected : manifest.tables().entrySet()) {
      Path table = tables.get(expected.getKey());
      if (table == null) {
        throw missing(String.format("%06d.sst", expected.getKey()));
      }
      // LevelDB forces a table and then cuts its file to size, which a power cut can undo. It finds
      // its way from the length in the manifest, so what lies behind that is never read.
      if (Files.size(table) < expected.getValue().bytes()) {
        throw new EngineException(
            Code.CORRUPT,
            table
                + " has "
                + Files.size(table)
                + " bytes instead of "
                + expected.getValue().bytes()
                + "; restore a backup");
      }
    }
  }

  private EngineException missing(String name) {
    return new EngineException(
        Code.CORRUPT,
        directory.resolve(name)
            + " belongs to the store and is missing; put it back or restore a backup");
  }

  private static EngineException damaged(Path log, long offset, String what) {
    return new EngineException(
        Code.CORRUPT, log + " is damaged at byte " + offset + ": it " + what);
  }
}
