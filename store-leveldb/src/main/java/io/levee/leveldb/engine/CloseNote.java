package io.levee.leveldb.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * What the file of a {@link CloseMarker} says. It is text, for an operator to read:
 *
 * <pre>
 *   note    = "levee.closed 1", LF            the version of this format
 *             manifest, LF                    what CURRENT named
 *             (name, " ", length, LF)+        that manifest, and each log that is needed beside it
 *             "crc32c ", 8 hex digits, LF     CRC-32C of everything before this line
 * </pre>
 *
 * @param manifest the name of the manifest
 * @param lengths the files by their names, the length of each in bytes
 */
record CloseNote(String manifest, SortedMap<String, Long> lengths) {

  private static final String VERSION = "levee.closed 1";
  private static final Pattern NOTE =
      Pattern.compile(
          VERSION + "\n(MANIFEST-\\d+)\n((?:(?:MANIFEST-\\d+|\\d+\\.log) \\d{1,18}\n)+)");
  private static final int CHECKSUM_LINE_BYTES = "crc32c 00000000\n".length();

  /** The note of the files in {@code directory}, which nobody writes; it makes them durable. */
  static CloseNote of(Path directory) throws IOException {
    Manifest manifest = Manifest.read(directory);
    String current = current(directory);
    SortedMap<Long, Path> logs = NumberedFiles.in(directory, NumberedFiles.LOG);
    logs.keySet().removeIf(number -> !manifest.needsLog(number));
    List<Path> files = new ArrayList<>(logs.values());
    files.add(directory.resolve(current));
    TreeMap<String, Long> lengths = new TreeMap<>();
    for (Path file : files) {
      DurableFiles.force(file);
      lengths.put(file.getFileName().toString(), Files.size(file));
    }
    return new CloseNote(current, lengths);
  }

  /** The name of the manifest that belongs to {@code directory} now; empty when none is named. */
  static String current(Path directory) throws IOException {
    Path current = directory.resolve("CURRENT");
    return Files.exists(current) ? Files.readString(current, ISO_8859_1).strip() : "";
  }

  byte[] toBytes() {
    StringBuilder text = new StringBuilder(VERSION + "\n" + manifest + "\n");
    lengths.forEach((name, bytes) -> text.append(name).append(' ').append(bytes).append('\n'));
    return text.append(checksumLine(text.toString().getBytes(ISO_8859_1)))
        .toString()
        .getBytes(ISO_8859_1);
  }

  /** The note in {@code bytes}; empty when they are not all of one, to the last bit. */
  static Optional<CloseNote> parse(byte[] bytes) {
    byte[] content = Arrays.copyOf(bytes, Math.max(0, bytes.length - CHECKSUM_LINE_BYTES));
    String checksum = new String(bytes, content.length, bytes.length - content.length, ISO_8859_1);
    Matcher note = NOTE.matcher(new String(content, ISO_8859_1));
    if (!checksum.equals(checksumLine(content)) || !note.matches()) {
      return Optional.empty();
    }
    TreeMap<String, Long> lengths = new TreeMap<>();
    note.group(2)
        .lines()
        .map(line -> line.split(" "))
        .forEach(file -> lengths.put(file[0], Long.valueOf(file[1])));
    return Optional.of(new CloseNote(note.group(1), lengths));
  }

  /** The newest log; the manifest when no log is needed. Names of equal length order as numbers. */
  String newest() {
    SortedMap<String, Long> logs = lengths.headMap("MANIFEST");
    return logs.isEmpty() ? manifest : logs.lastKey();
  }

  private static String checksumLine(byte[] content) {
    CRC32C crc = new CRC32C();
    crc.update(content);
    return String.format("crc32c %08x\n", crc.getValue());
  }
}
