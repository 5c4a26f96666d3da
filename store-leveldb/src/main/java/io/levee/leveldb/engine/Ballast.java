package io.levee.leveldb.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * A file that only takes up space, to be given back when the disk is full: LevelDB needs space to
 * open, for the log is turned into tables, and without it the process would be killed at every
 * start until somebody finds something to delete.
 *
 * <p>It is filled with noise, which no file system can compress or leave out.
 */
final class Ballast {

  static final String FILE = "levee.ballast";

  private static final int PART_BYTES = 1 << 20;

  private final Path file;
  private final long bytes;
  private final DiskSpace space;

  Ballast(Path directory, long bytes, DiskSpace space) {
    this.file = directory.resolve(FILE);
    this.bytes = bytes;
    this.space = space;
  }

  /** Deletes the ballast if the disk is below its floor; whether there was one to delete. */
  boolean releaseIfNeeded() throws IOException {
    return space.isBelowFloor() && Files.deleteIfExists(file);
  }

  /** Makes the ballast if there is none and it leaves the disk well above its floor. */
  void refill() throws IOException {
    if (bytes == 0) {
      Files.deleteIfExists(file);
    } else if ((!Files.exists(file) || Files.size(file) != bytes) && space.hasRoomFor(2 * bytes)) {
      try {
        fill();
      } catch (IOException e) {
        Files.deleteIfExists(file); // a quota, perhaps: a store does without rather than not open
      }
    }
  }

  private void fill() throws IOException {
    byte[] noise = new byte[PART_BYTES];
    new Random(bytes).nextBytes(noise);
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long left = bytes; left > 0; left -= PART_BYTES) {
        out.write(noise, 0, (int) Math.min(PART_BYTES, left));
      }
    }
  }
}
