package io.levee.leveldb.engine;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * How a {@link LevelDbEngine} uses memory and disk.
 *
 * @param writeBufferBytes what is written before the log is turned into a table; up to twice as
 *     much lies in memory, and is replayed at the next open
 * @param blockCacheBytes memory for blocks that were read, uncompressed
 * @param maxOpenFiles the table files that are kept open
 * @param blockBytes the unit in which a table is read and compressed
 * @param snappy whether tables are compressed
 * @param floorBytes the free disk space below which nothing is written. LevelDB writes through
 *     memory maps, and a disk that is full kills the process; the floor leaves room for what it
 *     writes on its own account, in compactions
 * @param ballastBytes the size of a file that only takes up space, and is deleted at an open that
 *     finds less than the floor; 0 for none
 * @param nativeDirectory where the native library is unpacked; if empty, beside the data
 */
public record EngineOptions(
    long writeBufferBytes,
    long blockCacheBytes,
    int maxOpenFiles,
    int blockBytes,
    boolean snappy,
    long floorBytes,
    long ballastBytes,
    Optional<Path> nativeDirectory) {

  private static final long MIB = 1 << 20;

  public EngineOptions {
    within("writeBufferBytes", writeBufferBytes, 64 << 10, 1 << 30);
    within("blockCacheBytes", blockCacheBytes, 64 << 10, Long.MAX_VALUE);
    within("maxOpenFiles", maxOpenFiles, 74, 50_000); // LevelDB raises what is below 74 to it
    within("blockBytes", blockBytes, 1 << 10, 4 << 20);
    within("floorBytes", floorBytes, 0, Long.MAX_VALUE);
    within("ballastBytes", ballastBytes, 0, Long.MAX_VALUE);
    Objects.requireNonNull(nativeDirectory, "nativeDirectory");
  }

  /** For a store that shares a machine with a broker: about 130 MiB of memory. */
  public static EngineOptions defaults() {
    return new EngineOptions(
        32 * MIB, 64 * MIB, 200, 4 << 10, true, 256 * MIB, 64 * MIB, Optional.empty());
  }

  /** These options with another {@link #writeBufferBytes}. */
  public EngineOptions withWriteBufferBytes(long bytes) {
    return new EngineOptions(
        bytes,
        blockCacheBytes,
        maxOpenFiles,
        blockBytes,
        snappy,
        floorBytes,
        ballastBytes,
        nativeDirectory);
  }

  /** These options with another {@link #blockCacheBytes}. */
  public EngineOptions withBlockCacheBytes(long bytes) {
    return new EngineOptions(
        writeBufferBytes,
        bytes,
        maxOpenFiles,
        blockBytes,
        snappy,
        floorBytes,
        ballastBytes,
        nativeDirectory);
  }

  /** These options with another {@link #maxOpenFiles}. */
  public EngineOptions withMaxOpenFiles(int files) {
    return new EngineOptions(
        writeBufferBytes,
        blockCacheBytes,
        files,
        blockBytes,
        snappy,
        floorBytes,
        ballastBytes,
        nativeDirectory);
  }

  /** These options with another {@link #floorBytes} and {@link #ballastBytes}. */
  public EngineOptions withDiskReserve(long newFloorBytes, long newBallastBytes) {
    return new EngineOptions(
        writeBufferBytes,
        blockCacheBytes,
        maxOpenFiles,
        blockBytes,
        snappy,
        newFloorBytes,
        newBallastBytes,
        nativeDirectory);
  }

  /** These options with tables compressed or not. */
  public EngineOptions withSnappy(boolean compressed) {
    return new EngineOptions(
        writeBufferBytes,
        blockCacheBytes,
        maxOpenFiles,
        blockBytes,
        compressed,
        floorBytes,
        ballastBytes,
        nativeDirectory);
  }

  /** These options with the native library unpacked into {@code directory}. */
  public EngineOptions withNativeDirectory(Path directory) {
    return new EngineOptions(
        writeBufferBytes,
        blockCacheBytes,
        maxOpenFiles,
        blockBytes,
        snappy,
        floorBytes,
        ballastBytes,
        Optional.of(directory));
  }

  private static void within(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + ", not from " + least + " to " + most);
    }
  }
}
