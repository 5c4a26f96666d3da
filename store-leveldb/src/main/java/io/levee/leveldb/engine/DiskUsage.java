package io.levee.leveldb.engine;

import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The bytes that the files of a store take. The directory is listed at most once a second, however
 * often the question is asked. Thread-safe.
 */
final class DiskUsage {

  private static final long KEPT_NANOS = 1_000_000_000;

  private final Path directory;
  private final LongSupplier nanoTime;
  private boolean known;
  private long knownAtNanos;
  private long bytes;

  DiskUsage(Path directory, LongSupplier nanoTime) {
    this.directory = directory;
    this.nanoTime = nanoTime;
  }

  synchronized long bytes() {
    long now = nanoTime.getAsLong();
    if (!known || now - knownAtNanos > KEPT_NANOS) {
      bytes = sum();
      known = true;
      knownAtNanos = now;
    }
    return bytes;
  }

  /** Makes the next question look again, after something that changes much. */
  synchronized void forget() {
    known = false;
  }

  private long sum() {
    Sum sum = new Sum();
    try {
      Files.walkFileTree(directory, Set.of(), 1, sum);
      return sum.bytes;
    } catch (IOException e) {
      throw new EngineException(
          Code.DIRECTORY, "the size of " + directory + " is unknown: " + e, e);
    }
  }

  private static final class Sum extends SimpleFileVisitor<Path> {
    private long bytes;

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      bytes += attributes.isRegularFile() ? attributes.size() : 0;
      return FileVisitResult.CONTINUE;
    }

    /** LevelDB deletes files while they are listed. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }
}
