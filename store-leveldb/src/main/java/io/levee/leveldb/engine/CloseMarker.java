package io.levee.leveldb.engine;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/**
 * The note {@value #FILE} that a close leaves beside the data, last of all: how long the manifest
 * and the logs are. A file of these that is cut off between two records looks whole to LevelDB and
 * to {@link LogScan}; only this note misses what is gone.
 *
 * <p>It is taken away, for good, before LevelDB may write again, so that it is there only between a
 * close and the next open: after a crash there is none, and nothing is claimed. It is believed only
 * while {@code CURRENT} names the manifest that it names. LevelDB begins a manifest at every open,
 * so that a note which somebody else's open has left behind says nothing of the files of today.
 *
 * <p>{@link CloseNote} draws the format.
 */
final class CloseMarker {

  static final String FILE = "levee.closed";

  private static final String UNFINISHED_FILE = "levee.closed.new";

  private final Path directory;
  private final Optional<CloseNote> note;
  private final Optional<String> distrust;

  private CloseMarker(Path directory, Optional<CloseNote> note, Optional<String> distrust) {
    this.directory = directory;
    this.note = note;
    this.distrust = distrust;
  }

  /** The marker in {@code directory}, as it is now; there may be none. */
  static CloseMarker read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      return new CloseMarker(directory, Optional.empty(), Optional.empty());
    }
    Optional<CloseNote> note = parse(file);
    if (note.isEmpty()) {
      return distrusted(directory, file + " is damaged");
    }
    String current = CloseNote.current(directory);
    if (!current.isEmpty() && !current.equals(note.get().manifest())) {
      return distrusted(
          directory,
          file + " is of " + note.get().manifest() + ", but CURRENT names " + current + " by now");
    }
    return new CloseMarker(directory, note, Optional.empty());
  }

  private static Optional<CloseNote> parse(Path file) {
    try {
      return CloseNote.parse(Files.readAllBytes(file));
    } catch (IOException e) {
      return Optional.empty(); // a bad block there is no reason to refuse the data beside it
    }
  }

  private static CloseMarker distrusted(Path directory, String why) {
    return new CloseMarker(directory, Optional.empty(), Optional.of(why));
  }

  /** Why there is a marker that was not believed; empty when there is none, or a good one. */
  Optional<String> distrust() {
    return distrust;
  }

  /** Refuses to make a store where one was closed, all of whose data is gone. */
  void requireNone() {
    if (note.isPresent()) {
      throw new EngineException(
          Code.CORRUPT,
          directory.resolve(FILE)
              + " says that a store was closed here, but CURRENT and the files of its data are"
              + " missing; restore a backup, or delete that marker to begin an empty store");
    }
  }

  /**
   * Refuses logs that are missing, and files that are shorter than they were when the store was
   * closed. A manifest that is missing is left to {@link Manifest}, which needs no marker for it.
   */
  void requireLengths() throws IOException {
    for (Map.Entry<String, Long> file : lengths().entrySet()) {
      Path path = directory.resolve(file.getKey());
      if (Files.exists(path)) {
        requireLength(path, file.getValue());
      } else if (!file.getKey().equals(note.get().manifest())) {
        throw new EngineException(
            Code.CORRUPT,
            path
                + " is missing; it had "
                + file.getValue()
                + " bytes when the store was closed; put it back or restore a backup");
      }
    }
  }

  private void requireLength(Path path, long expected) throws IOException {
    long found = Files.size(path);
    if (found < expected) {
      throw damaged(
          path,
          " has "
              + found
              + " bytes instead of the "
              + expected
              + " that it had when the store was closed");
    }
  }

  /** Refuses an end of the log that is torn: a log that was closed is whole. */
  void requireWhole(LogScan.Result found) {
    if (note.isPresent() && found.droppedTailBytes() > 0) {
      throw damaged(
          directory.resolve(note.get().newest()),
          " cannot be read in its last "
              + found.droppedTailBytes()
              + " bytes, and was whole when the store was closed");
    }
  }

  private Map<String, Long> lengths() {
    return note.map(CloseNote::lengths).orElse(Collections.emptySortedMap());
  }

  private EngineException damaged(Path path, String what) {
    return new EngineException(
        Code.CORRUPT,
        path
            + what
            + "; restore a backup, or delete "
            + directory.resolve(FILE)
            + " to open the store without what is lost, if it still can be");
  }

  /** Takes the marker away, for good. Without one, nothing happens. */
  static void delete(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(UNFINISHED_FILE));
    if (Files.deleteIfExists(directory.resolve(FILE))) {
      DurableFiles.force(directory);
    }
  }

  /**
   * Notes the lengths of the files in {@code directory}, which LevelDB has released. They are made
   * durable first: a power cut must not leave the note and shorten what it tells of. Where that
   * fails there is no marker, as after a crash; the close itself has not failed.
   *
   * @return whether the marker was written
   */
  static boolean writeIfPossible(Path directory) {
    try {
      return Uninterrupted.call(() -> write(directory));
    } catch (IOException | UncheckedIOException | EngineException e) {
      return false;
    }
  }

  private static boolean write(Path directory) throws IOException {
    Path unfinished = directory.resolve(UNFINISHED_FILE);
    byte[] note = CloseNote.of(directory).toBytes();
    try {
      Files.write(unfinished, note);
      DurableFiles.force(unfinished);
      Files.move(unfinished, directory.resolve(FILE), ATOMIC_MOVE);
      DurableFiles.force(directory);
      return true;
    } catch (IOException e) {
      Files.deleteIfExists(unfinished); // a full disk, perhaps
      throw e;
    }
  }
}
