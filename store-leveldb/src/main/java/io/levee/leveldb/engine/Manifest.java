package io.levee.leveldb.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import io.levee.engine.KeyRange;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What LevelDB's manifest says belongs to a database. A manifest is a log whose records are edits;
 * an edit is a sequence of fields, each a tag and its values:
 *
 * <pre>
 *   1 comparator      text          5 compaction pointer  level, key
 *   2 log number      varint        6 table removed       level, number
 *   3 next file       varint        7 table added         level, number, bytes, key, key
 *   4 last sequence   varint        9 previous log        varint
 *
 *   text, key = length varint, bytes
 * </pre>
 *
 * <p>The file {@code CURRENT} holds the name of the manifest and a line feed.
 */
final class Manifest {

  private static final Pattern CURRENT = Pattern.compile("(MANIFEST-\\d+)\n");

  /** LevelDB's own part of a key in a table: sequence number and kind. */
  private static final int KEY_TRAILER_BYTES = 8;

  private static final String COMPARATOR = "leveldb.BytewiseComparator";

  private final Path file;
  private final NavigableMap<Long, TableSpan> tables = new TreeMap<>();
  private final Set<Long> firstLevels = new HashSet<>();
  private long logNumber;
  private long previousLogNumber;
  private long lastSequence;
  private long lastSequenceBeforeLog;

  private Manifest(Path file) {
    this.file = file;
  }

  /** The manifest that {@code CURRENT} names in {@code directory}. */
  static Manifest read(Path directory) throws IOException {
    Path current = directory.resolve("CURRENT");
    var name = CURRENT.matcher(Files.readString(current, ISO_8859_1));
    if (!name.matches()) {
      throw new EngineException(
          Code.CORRUPT,
          current
              + " does not hold the name of a MANIFEST and a line feed"
              + "; write that of the newest one, or restore a backup");
    }
    Manifest manifest = new Manifest(directory.resolve(name.group(1)));
    if (!Files.exists(manifest.file)) {
      throw new EngineException(
          Code.CORRUPT,
          manifest.file + ", named in CURRENT, is missing; put it back or restore a backup");
    }
    manifest.read();
    return manifest;
  }

  /** The tables that belong to the database, by their numbers. */
  NavigableMap<Long, TableSpan> tables() {
    return tables;
  }

  /** What the two levels take that LevelDB merges first: an open may begin to rewrite them. */
  long firstLevelsBytes() {
    return firstLevels.stream()
        .filter(tables::containsKey)
        .mapToLong(table -> tables.get(table).bytes())
        .sum();
  }

  /** The oldest log that holds what is in no table; 0 for none. */
  long logNumber() {
    return logNumber;
  }

  /** Whether the log {@code number} is replayed at an open. */
  boolean needsLog(long number) {
    return number >= logNumber || (number == previousLogNumber && number != 0);
  }

  /** The sequence number that was given last when the manifest was written last. */
  long lastSequence() {
    return lastSequence;
  }

  /** An upper bound for what was given before the first record of {@link #logNumber}. */
  long lastSequenceBeforeLog() {
    return lastSequenceBeforeLog;
  }

  long bytes() throws IOException {
    return Files.size(file);
  }

  private void read() throws IOException {
    LogRecords.End end =
        LogRecords.read(
            file,
            Integer.MAX_VALUE,
            (offset, edit, gap) -> {
              if (gap != LogRecords.NONE) {
                throw damaged(gap);
              }
              apply(offset, ByteBuffer.wrap(edit));
            });
    if (end.droppedBytes() > 0) {
      throw damaged(end.gap());
    }
  }

  private void apply(long offset, ByteBuffer edit) {
    long logBefore = logNumber;
    try {
      while (edit.hasRemaining()) {
        applyField(offset, edit);
      }
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw damaged(offset);
    }
    if (logNumber != logBefore) {
      lastSequenceBeforeLog = lastSequence;
    }
  }

  private void applyField(long offset, ByteBuffer edit) {
    int tag = (int) varint(edit);
    switch (tag) {
      case 1 -> requireComparator(text(edit));
      case 2 -> logNumber = varint(edit);
      case 3 -> varint(edit);
      case 4 -> lastSequence = varint(edit);
      case 5 -> {
        varint(edit);
        text(edit);
      }
      case 6 -> {
        varint(edit);
        tables.remove(varint(edit));
      }
      case 7 -> {
        long level = varint(edit);
        long table = varint(edit);
        tables.put(table, new TableSpan(varint(edit), KeyRange.closed(key(edit), key(edit))));
        place(table, level);
      }
      case 9 -> previousLogNumber = varint(edit);
      default -> throw damaged(offset);
    }
  }

  /** A table that sinks a level is removed and added in one edit, in this order. */
  private void place(long table, long level) {
    if (level <= 1) {
      firstLevels.add(table);
    } else {
      firstLevels.remove(table);
    }
  }

  private void requireComparator(String comparator) {
    if (!comparator.equals(COMPARATOR)) {
      throw new EngineException(
          Code.DIRECTORY, file + " is of a database ordered by " + comparator + ", not a store's");
    }
  }

  private EngineException damaged(long offset) {
    return new EngineException(
        Code.CORRUPT, file + " is damaged at byte " + offset + "; restore a backup");
  }

  private static String text(ByteBuffer in) {
    return new String(bytes(in), ISO_8859_1);
  }

  private static byte[] key(ByteBuffer in) {
    byte[] key = bytes(in);
    return Arrays.copyOf(key, Math.max(0, key.length - KEY_TRAILER_BYTES));
  }

  private static byte[] bytes(ByteBuffer in) {
    byte[] bytes = new byte[Math.toIntExact(Math.min(varint(in), in.remaining() + 1L))];
    in.get(bytes);
    return bytes;
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte part = in.get();
      value |= (part & 0x7FL) << shift;
      if (part >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number of more than 10 bytes");
  }
}
