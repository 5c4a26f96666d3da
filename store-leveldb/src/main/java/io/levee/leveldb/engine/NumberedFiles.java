package io.levee.leveldb.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** LevelDB's files that are named by a number, in its order; a number is never given twice. */
final class NumberedFiles {

  static final Pattern LOG = Pattern.compile("(\\d+)\\.log");
  static final Pattern TABLE = Pattern.compile("(\\d+)\\.(?:sst|ldb)");

  private NumberedFiles() {}

  /** The files in {@code directory} whose name is {@code name}. */
  static SortedMap<Long, Path> in(Path directory, Pattern name) throws IOException {
    SortedMap<Long, Path> byNumber = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      files.forEach(
          file -> {
            Matcher matcher = name.matcher(file.getFileName().toString());
            if (matcher.matches()) {
              byNumber.put(Long.valueOf(matcher.group(1)), file);
            }
          });
    }
    return byNumber;
  }
}
