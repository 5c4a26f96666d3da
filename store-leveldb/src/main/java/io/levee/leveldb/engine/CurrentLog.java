package io.levee.leveldb.engine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Knows when LevelDB has begun another log file, and makes the change durable: LevelDB forces
 * neither the entry of the new log in its directory, nor what the log before it still had in
 * memory. Without both, a power cut can take a synced write, or leave it and take an earlier one.
 *
 * <p>It costs one look at one file's length for each write. The length that the log must have is
 * known, for the framing of records is:
 *
 * <pre>
 *   log    = block*            a block is 32 KiB
 *   block  = fragment*, zeros  less than 7 bytes at the end are left unused
 *   fragment = crc u32, length u16, kind u8, payload
 * </pre>
 *
 * <p>LevelDB maps its log ahead of what it writes and cuts it to its exact length when it begins
 * the next one. So a log that is too short for what was just written did not receive it. Used by
 * one writer at a time.
 */
final class CurrentLog {

  private static final int BLOCK_BYTES = 32 << 10;
  private static final int HEADER_BYTES = 7;

  private final Path directory;
  private final List<Path> unforced = new ArrayList<>();
  private File file;
  private long number;
  private long endOffset;

  /** Begins with the log of a database that was just opened, which is always a new one. */
  CurrentLog(Path directory) throws IOException {
    this.directory = directory;
    begin(logs());
  }

  /** Takes note of a write of {@code payloadBytes} that LevelDB has answered. */
  void wrote(long payloadBytes) throws IOException {
    endOffset = endOffset(endOffset, payloadBytes);
    if (file.length() < endOffset) {
      follow();
      endOffset = endOffset(0, payloadBytes);
    }
  }

  /** Makes everything durable that LevelDB itself does not, before a synced write is answered. */
  void force() throws IOException {
    if (!unforced.isEmpty()) {
      for (Path log : unforced) {
        DurableFiles.forceIfPresent(log);
      }
      DurableFiles.force(directory);
      unforced.clear();
    }
  }

  /** Where a record of {@code payloadBytes} ends that is appended at {@code offset}. */
  static long endOffset(long offset, long payloadBytes) {
    long end = offset;
    long left = payloadBytes;
    do {
      long room = BLOCK_BYTES - end % BLOCK_BYTES;
      if (room < HEADER_BYTES) {
        end += room;
        room = BLOCK_BYTES;
      }
      long part = Math.min(left, room - HEADER_BYTES);
      end += HEADER_BYTES + part;
      left -= part;
    } while (left > 0);
    return end;
  }

  /** The log that received the last write. */
  Path path() {
    return file.toPath();
  }

  private void follow() throws IOException {
    SortedMap<Long, Path> since = logs().tailMap(number);
    if (since.isEmpty() || since.lastKey() == number) {
      throw new IOException(file + " was deleted or cut while it was in use");
    }
    unforced.addAll(since.values());
    begin(since);
  }

  private void begin(SortedMap<Long, Path> logs) {
    number = logs.lastKey();
    file = logs.get(number).toFile();
  }

  private SortedMap<Long, Path> logs() throws IOException {
    return NumberedFiles.in(directory, NumberedFiles.LOG);
  }
}
