package io.levee.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for the stores of one run, on a disk that keeps what is forced to it. */
final class Workplace implements AutoCloseable {

  private final Path root;
  private int count;

  private Workplace(Path root) {
    this.root = root;
  }

  /** A new directory in {@code parent}; refused in memory, where forcing costs nothing. */
  static Workplace below(Path parent) throws IOException {
    Files.createDirectories(parent);
    String kind = Files.getFileStore(parent).type();
    if (kind.equals("tmpfs") || kind.equals("ramfs")) {
      throw new IOException(
          parent.toAbsolutePath() + " is in memory (" + kind + "); use --dir with one on a disk");
    }
    return new Workplace(Files.createTempDirectory(parent, "run-"));
  }

  /** A directory of that name that does not exist yet. */
  Path fresh(String name) {
    return root.resolve(name + "-" + ++count);
  }

  /** The bytes of all files below {@code directory}, leaving out what is deleted meanwhile. */
  static long bytesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.mapToLong(Workplace::sizeOrNothing).sum();
    }
  }

  private static long sizeOrNothing(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  static void delete(Path directory) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(directory)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : deepestFirst) {
      Files.deleteIfExists(each);
    }
  }

  @Override
  public void close() throws IOException {
    delete(root);
  }
}
