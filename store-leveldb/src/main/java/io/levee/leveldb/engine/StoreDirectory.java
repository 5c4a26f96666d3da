package io.levee.leveldb.engine;

import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The directory of one store, and what may lie in it:
 *
 * <pre>
 *   CURRENT  MANIFEST-n  n.log  n.sst            LevelDB's data
 *   LOCK  LOG  LOG.old  n.dbtmp  lost            LevelDB's, without data
 *   levee.creating                               a store is being made here
 *   levee.closed                                 the store was closed, with files of this length
 *   levee.lock  levee.ballast  levee.native/     ours, without data
 *   lost+found  .*                               the file system's
 * </pre>
 *
 * <p>LevelDB makes a store wherever it finds no {@code CURRENT}, and deletes the tables that lie
 * there. So this class decides whether a store is to be made, and LevelDB is told.
 */
final class StoreDirectory {

  private static final Pattern DATA =
      Pattern.compile("CURRENT|MANIFEST-\\d+|\\d+\\.(?:log|sst|ldb)");
  private static final Pattern WITHOUT_DATA =
      Pattern.compile("LOCK|LOG|LOG\\.old|\\d+\\.dbtmp|lost|levee\\..*|lost\\+found|\\..*");
  private static final String CREATING = "levee.creating";

  private final Path path;

  private StoreDirectory(Path path) {
    this.path = path;
  }

  /** The directory at {@code path}, made with its parents if it is missing. */
  static StoreDirectory at(Path path) throws IOException {
    refuseFile(path);
    Files.createDirectories(path);
    return new StoreDirectory(path.toRealPath()).withoutForeignFiles();
  }

  /** The directory at {@code path} if a store is in it; neither is made, and nothing is changed. */
  static StoreDirectory existing(Path path) throws IOException {
    refuseFile(path);
    StoreDirectory directory = Files.exists(path) ? new StoreDirectory(path.toRealPath()) : null;
    if (directory == null || directory.isUnfinished() || directory.names(DATA).isEmpty()) {
      throw new EngineException(
          Code.DIRECTORY, "there is no Levee store in " + path + "; name the directory of one");
    }
    return directory.withoutForeignFiles();
  }

  private static void refuseFile(Path path) {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new EngineException(Code.DIRECTORY, path + " is not a directory");
    }
  }

  Path path() {
    return path;
  }

  /**
   * Whether a store is to be made here. What a creation that never ended has left behind is removed
   * first: nobody was handed that store, so nothing in it was ever acknowledged.
   */
  boolean isFresh() throws IOException {
    if (isUnfinished()) {
      removeUnfinishedCreation();
    }
    List<String> data = names(DATA);
    if (!data.isEmpty() && !data.contains("CURRENT")) {
      throw new EngineException(
          Code.CORRUPT,
          path.resolve("CURRENT")
              + " is missing beside "
              + data.get(0)
              + "; put it back (it holds the name of the newest MANIFEST and a line feed)"
              + " or restore a backup");
    }
    return data.isEmpty();
  }

  /** Notes, for good, that a store is being made. */
  void beginCreation() throws IOException {
    Files.write(path.resolve(CREATING), new byte[0]);
    DurableFiles.force(path);
  }

  /** Notes, for good, that the store is made; its parents' entries are durable as well. */
  void endCreation() throws IOException {
    for (Path parent = path.getParent(); parent != null; parent = parent.getParent()) {
      DurableFiles.forceIfPossible(parent);
    }
    Files.delete(path.resolve(CREATING));
    DurableFiles.force(path);
  }

  /** Whether a creation was begun here and never ended; one that has left data is refused. */
  private boolean isUnfinished() throws IOException {
    if (!Files.exists(path.resolve(CREATING))) {
      return false;
    }
    for (String name : names(DATA)) {
      if (NumberedFiles.TABLE.matcher(name).matches()
          || (name.endsWith(".log") && holdsBytes(name))) {
        throw new EngineException(
            Code.CORRUPT,
            path.resolve(CREATING)
                + " says that this store was never finished, but "
                + name
                + " holds data; delete that marker if the store is to be kept");
      }
    }
    return true;
  }

  private void removeUnfinishedCreation() throws IOException {
    CloseMarker.delete(path); // before what it tells of
    for (String name : names(DATA)) {
      Files.delete(path.resolve(name));
    }
  }

  /** Whether a file holds anything but the zeros that LevelDB reserves. */
  private boolean holdsBytes(String name) throws IOException {
    try (InputStream in = Files.newInputStream(path.resolve(name))) {
      byte[] part = new byte[1 << 16];
      for (int read = in.read(part); read >= 0; read = in.read(part)) {
        for (int i = 0; i < read; i++) {
          if (part[i] != 0) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private StoreDirectory withoutForeignFiles() throws IOException {
    for (String name : names(Pattern.compile(".*"))) {
      if (!DATA.matcher(name).matches() && !WITHOUT_DATA.matcher(name).matches()) {
        throw new EngineException(
            Code.DIRECTORY,
            path + " holds " + name + ", which is not a store's; give the store its own directory");
      }
    }
    return this;
  }

  private List<String> names(Pattern pattern) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(pattern.asMatchPredicate())
          .sorted()
          .toList();
    }
  }
}
