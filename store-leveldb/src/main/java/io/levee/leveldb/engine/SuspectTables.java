package io.levee.leveldb.engine;

import io.levee.engine.EngineException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * The tables that may hold what could not be read. LevelDB says what is wrong and not where, but
 * its manifest says which keys are in which table.
 *
 * @param paths the tables, oldest first; none when the manifest does not tell
 */
record SuspectTables(List<Path> paths) {

  /** The tables in {@code directory} that may hold keys from {@code from} to {@code through}. */
  static SuspectTables between(Path directory, byte[] from, byte[] through) {
    try {
      SortedMap<Long, Path> files = NumberedFiles.in(directory, NumberedFiles.TABLE);
      SortedMap<Long, TableSpan> spans = Manifest.read(directory).tables();
      files.keySet().retainAll(spans.keySet());
      files.keySet().removeIf(number -> !spans.get(number).mayHold(from, through));
      return new SuspectTables(List.copyOf(files.values()));
    } catch (IOException | EngineException e) {
      return new SuspectTables(List.of()); // being written, perhaps; the error is told without it
    }
  }

  /** Them in a sentence; {@code otherwise} when there are none. */
  String orElse(Path otherwise) {
    if (paths.isEmpty()) {
      return otherwise.toString();
    }
    String names = paths.stream().map(Path::toString).collect(Collectors.joining(", "));
    return paths.size() == 1 ? names : "one of " + names;
  }
}
