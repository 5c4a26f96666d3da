package io.levee.leveldb.engine;

import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The free space of the disk of a store, and its floor.
 *
 * <p>LevelDB writes through memory maps: a full disk is no error code but a signal that kills the
 * process. So the question is asked before every write, and the answer is an exception while there
 * is still room. Another process can fill the disk between the question and the write; then the
 * process dies, and what was acknowledged is still there at the next open.
 */
final class DiskSpace {

  private final Path directory;
  private final FileStore disk;
  private final long floorBytes;

  DiskSpace(Path directory, long floorBytes) throws IOException {
    this.directory = directory;
    this.disk = Files.getFileStore(directory);
    this.floorBytes = floorBytes;
  }

  long usableBytes() {
    try {
      return disk.getUsableSpace();
    } catch (IOException e) {
      throw new EngineException(
          Code.DIRECTORY, "the free space on the disk of " + directory + " is unknown: " + e, e);
    }
  }

  boolean isBelowFloor() {
    return usableBytes() < floorBytes;
  }

  boolean hasRoomFor(long bytes) {
    return usableBytes() - floorBytes >= bytes;
  }

  /** Refuses a write of {@code bytes} that would go below the floor. */
  void requireRoomFor(long bytes) {
    if (!hasRoomFor(bytes)) {
      throw refusal(floorBytes + bytes);
    }
  }

  /** Refuses an open that needs {@code bytes}; the floor is for writers, not for readers. */
  void requireToOpen(long bytes) {
    if (usableBytes() < Math.min(floorBytes, bytes)) {
      throw refusal(bytes);
    }
  }

  private EngineException refusal(long bytes) {
    return new EngineException(
        Code.DISK_FULL,
        String.format(
            "%d bytes are free on the disk of %s and %d are needed (the floor is %d);"
                + " nothing was written: free some space",
            usableBytes(), directory, bytes, floorBytes));
  }
}
