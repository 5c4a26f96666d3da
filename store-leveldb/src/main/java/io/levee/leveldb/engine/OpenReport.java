package io.levee.leveldb.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an open found and did, for an operator to read.
 *
 * @param created whether the directory held no store and one was made
 * @param droppedTailBytes bytes at the end of the log that were being written when the process or
 *     the machine stopped; they belong to no acknowledged synced write, and were left out
 * @param missingOperations puts and deletes that an earlier run had written and the log no longer
 *     holds: buffered writes that a power cut took, or a log that was cut off. 0 where every write
 *     is synced
 * @param ballastReleased whether the disk was below its floor and the ballast file was deleted
 * @param ignoredMarker why the marker of the last close was not believed, so that a log cut off
 *     between two batches would not have been noticed; empty when it was, or there was none
 */
public record OpenReport(
    boolean created,
    long droppedTailBytes,
    long missingOperations,
    boolean ballastReleased,
    Optional<String> ignoredMarker) {

  /** What an operator has to know of the store in {@code directory}; nothing, as a rule. */
  public List<String> warnings(Path directory) {
    List<String> warnings = new ArrayList<>();
    if (droppedTailBytes > 0 || missingOperations > 0) {
      warnings.add(
          String.format(
              "The store in %s was not closed properly: %d bytes at the end of its log were"
                  + " incomplete and left out, %d unsynced operations are missing. After a crash"
                  + " that is what was being written, and no synced commit; if files were cut or"
                  + " copied, more may be missing: compare with a backup.",
              directory, droppedTailBytes, missingOperations));
    }
    ignoredMarker.ifPresent(
        reason ->
            warnings.add(
                "The marker of the last close is ignored: "
                    + reason
                    + ". Whether the store's log was cut off since is unknown; if files were"
                    + " copied, compare with a backup."));
    if (ballastReleased) {
      warnings.add(
          String.format(
              "The disk of the store in %s was full: its ballast file was deleted to open it."
                  + " Free some space.",
              directory));
    }
    return warnings;
  }
}
