package io.levee.leveldb.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Forces to stable storage what LevelDB 1.13 leaves in memory: the file {@code CURRENT}, and the
 * entries of files in their directory.
 *
 * <p>An {@code fsync} works on whatever descriptor of the file or directory it is given, so ours
 * covers what LevelDB wrote.
 */
final class DurableFiles {

  /** Opens no directory, and forces no file that is open for reading; elsewhere both work. */
  private static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");

  private DurableFiles() {}

  /** What every open of LevelDB has written anew: its manifest, and the name of it. */
  static void forceRoots(Path directory) throws IOException {
    Path current = directory.resolve("CURRENT");
    force(directory.resolve(Files.readString(current, ISO_8859_1).strip()));
    force(current);
    force(directory);
  }

  static void force(Path path) throws IOException {
    if (!WINDOWS || !Files.isDirectory(path)) {
      Uninterrupted.call(() -> open(path));
    }
  }

  /** Forces a file that LevelDB may delete meanwhile, once a synced table holds its content. */
  static void forceIfPresent(Path file) throws IOException {
    try {
      force(file);
    } catch (NoSuchFileException e) {
      return;
    }
  }

  /** Forces a directory that this process may not be allowed to read. */
  static boolean forceIfPossible(Path directory) {
    try {
      force(directory);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static Path open(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, WINDOWS ? WRITE : READ)) {
      channel.force(true);
      return path;
    }
  }
}
