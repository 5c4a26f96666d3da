package io.levee.leveldb;

import io.levee.leveldb.engine.EngineOptions;
import io.levee.leveldb.plan.Limits;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Every setting of a store, validated once. Settings may differ from one opening to the next.
 *
 * @param writeBufferBytes memory that gathers writes before they become a table; two are held. At
 *     most a twelfth of the disk reserve is used, so that a compaction fits into it
 * @param blockCacheBytes memory that keeps blocks which were read
 * @param maxOpenFiles tables that are mapped at once
 * @param inlineBytes bodies up to this size lie with their header
 * @param chunkBytes the bytes in each chunk of a larger body
 * @param maxHeaderBytes the largest header
 * @param maxBodyBytes the largest body
 * @param maxNameBytes the longest name of a destination, in UTF-8
 * @param maxRetainedBytes the largest retained value
 * @param maxTransactionBytes the largest transaction, in memory
 * @param maxProducers so many producers' last sequences are remembered
 * @param diskReserveBytes free disk that the store leaves: a write that takes space for good is
 *     refused when less would be left; acknowledging still works
 * @param housekeepingIntervalMillis how often the store looks for expired messages and for space to
 *     give back; 0 for only when it is told to
 * @param clock what time it is
 */
public record StoreOptions(
    long writeBufferBytes,
    long blockCacheBytes,
    int maxOpenFiles,
    int inlineBytes,
    int chunkBytes,
    int maxHeaderBytes,
    long maxBodyBytes,
    int maxNameBytes,
    int maxRetainedBytes,
    long maxTransactionBytes,
    int maxProducers,
    long diskReserveBytes,
    long housekeepingIntervalMillis,
    InstantSource clock) {

  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  /** LevelDB lets its first sorted level grow to about this. */
  private static final long FIRST_LEVEL_BYTES = 12 * MIB;

  private static final long MAX_CHUNKS = 4_000_000;

  /** What fits most: 1 KiB messages by the million, large ones now and then. */
  public static final StoreOptions DEFAULT =
      new StoreOptions(
          32 * MIB,
          64L * MIB,
          200,
          4 * KIB,
          256 * KIB,
          4 * MIB,
          2L << 30,
          KIB,
          MIB,
          256L * MIB,
          10_000,
          512L * MIB,
          1_000,
          InstantSource.system());

  public StoreOptions {
    Objects.requireNonNull(clock, "clock");
    within("writeBufferBytes", writeBufferBytes, 64 * KIB, 1 << 30);
    within("blockCacheBytes", blockCacheBytes, 64 * KIB, 64L << 30);
    within("maxOpenFiles", maxOpenFiles, 74, 50_000);
    within("inlineBytes", inlineBytes, 0, MIB);
    within("chunkBytes", chunkBytes, KIB, 16 * MIB);
    within("maxHeaderBytes", maxHeaderBytes, KIB, 64 * MIB);
    within("maxBodyBytes", maxBodyBytes, KIB, 1L << 40);
    within("maxNameBytes", maxNameBytes, 1, 65_535);
    within("maxRetainedBytes", maxRetainedBytes, KIB, 64 * MIB);
    within("maxTransactionBytes", maxTransactionBytes, MIB, 512L << 20);
    within("maxProducers", maxProducers, 1, 10_000_000);
    within("diskReserveBytes", diskReserveBytes, 0, 1L << 50);
    within("housekeepingIntervalMillis", housekeepingIntervalMillis, 0, 86_400_000);
    if (maxBodyBytes / chunkBytes > MAX_CHUNKS) {
      throw new IllegalArgumentException(
          "a body of maxBodyBytes %d has more than %d chunks of chunkBytes %d"
              .formatted(maxBodyBytes, MAX_CHUNKS, chunkBytes));
    }
    if (inlineBytes > maxBodyBytes) {
      throw new IllegalArgumentException(
          "inlineBytes " + inlineBytes + " is more than maxBodyBytes " + maxBodyBytes);
    }
  }

  private static void within(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s must be %d to %d, not %d".formatted(name, least, most, value));
    }
  }

  /**
   * Free disk below which nothing at all is written, not even an acknowledgement: half the reserve
   * is left for those.
   */
  long diskFloorBytes() {
    return diskReserveBytes / 2;
  }

  /** The engine refuses below a floor of its own, half of the store's: it is asked only above. */
  EngineOptions engineOptions() {
    long engineFloorBytes = diskFloorBytes() / 2;
    // A compaction may rewrite a dozen fresh tables, each as large as the write buffer, and the
    // level below them, and no one asks for room first: what growing writes leave must hold it.
    long bufferInReserve =
        diskReserveBytes == 0 ? writeBufferBytes : (diskReserveBytes - FIRST_LEVEL_BYTES) / 12;
    long engineBufferBytes = Math.max(64 * KIB, Math.min(writeBufferBytes, bufferInReserve));
    return EngineOptions.defaults()
        .withWriteBufferBytes(engineBufferBytes)
        .withBlockCacheBytes(blockCacheBytes)
        .withMaxOpenFiles(maxOpenFiles)
        .withDiskReserve(engineFloorBytes, Math.min(64L * MIB, engineFloorBytes / 2));
  }

  Limits limits() {
    return new Limits(
        inlineBytes,
        chunkBytes,
        maxHeaderBytes,
        maxBodyBytes,
        maxNameBytes,
        maxRetainedBytes,
        2 * maxTransactionBytes); // keys and seals beside what was asked for
  }

  /** The same with another {@link #writeBufferBytes}. */
  public StoreOptions withWriteBufferBytes(long writeBufferBytes) {
    return with(changed -> changed.writeBufferBytes = writeBufferBytes);
  }

  /** The same with another {@link #blockCacheBytes}. */
  public StoreOptions withBlockCacheBytes(long blockCacheBytes) {
    return with(changed -> changed.blockCacheBytes = blockCacheBytes);
  }

  /** The same with another {@link #maxOpenFiles}. */
  public StoreOptions withMaxOpenFiles(int maxOpenFiles) {
    return with(changed -> changed.maxOpenFiles = maxOpenFiles);
  }

  /** The same with another {@link #inlineBytes}. */
  public StoreOptions withInlineBytes(int inlineBytes) {
    return with(changed -> changed.inlineBytes = inlineBytes);
  }

  /** The same with another {@link #chunkBytes}. */
  public StoreOptions withChunkBytes(int chunkBytes) {
    return with(changed -> changed.chunkBytes = chunkBytes);
  }

  /** The same with another {@link #maxHeaderBytes}. */
  public StoreOptions withMaxHeaderBytes(int maxHeaderBytes) {
    return with(changed -> changed.maxHeaderBytes = maxHeaderBytes);
  }

  /** The same with another {@link #maxBodyBytes}. */
  public StoreOptions withMaxBodyBytes(long maxBodyBytes) {
    return with(changed -> changed.maxBodyBytes = maxBodyBytes);
  }

  /** The same with another {@link #maxNameBytes}. */
  public StoreOptions withMaxNameBytes(int maxNameBytes) {
    return with(changed -> changed.maxNameBytes = maxNameBytes);
  }

  /** The same with another {@link #maxRetainedBytes}. */
  public StoreOptions withMaxRetainedBytes(int maxRetainedBytes) {
    return with(changed -> changed.maxRetainedBytes = maxRetainedBytes);
  }

  /** The same with another {@link #maxTransactionBytes}. */
  public StoreOptions withMaxTransactionBytes(long maxTransactionBytes) {
    return with(changed -> changed.maxTransactionBytes = maxTransactionBytes);
  }

  /** The same with another {@link #maxProducers}. */
  public StoreOptions withMaxProducers(int maxProducers) {
    return with(changed -> changed.maxProducers = maxProducers);
  }

  /** The same with another {@link #diskReserveBytes}. */
  public StoreOptions withDiskReserveBytes(long diskReserveBytes) {
    return with(changed -> changed.diskReserveBytes = diskReserveBytes);
  }

  /** The same with another {@link #housekeepingIntervalMillis}. */
  public StoreOptions withHousekeepingIntervalMillis(long housekeepingIntervalMillis) {
    return with(changed -> changed.housekeepingIntervalMillis = housekeepingIntervalMillis);
  }

  /** The same with another {@link #clock}. */
  public StoreOptions withClock(InstantSource clock) {
    return with(changed -> changed.clock = clock);
  }

  /** Checked when all of it is together, so that no setting is named twice for each other one. */
  private StoreOptions with(Consumer<Settings> change) {
    Settings changed = new Settings(this);
    change.accept(changed);
    return changed.toOptions();
  }

  /** Settings on their way to being others. */
  private static final class Settings {
    private long writeBufferBytes;
    private long blockCacheBytes;
    private int maxOpenFiles;
    private int inlineBytes;
    private int chunkBytes;
    private int maxHeaderBytes;
    private long maxBodyBytes;
    private int maxNameBytes;
    private int maxRetainedBytes;
    private long maxTransactionBytes;
    private int maxProducers;
    private long diskReserveBytes;
    private long housekeepingIntervalMillis;
    private InstantSource clock;

    Settings(StoreOptions from) {
      writeBufferBytes = from.writeBufferBytes;
      blockCacheBytes = from.blockCacheBytes;
      maxOpenFiles = from.maxOpenFiles;
      inlineBytes = from.inlineBytes;
      chunkBytes = from.chunkBytes;
      maxHeaderBytes = from.maxHeaderBytes;
      maxBodyBytes = from.maxBodyBytes;
      maxNameBytes = from.maxNameBytes;
      maxRetainedBytes = from.maxRetainedBytes;
      maxTransactionBytes = from.maxTransactionBytes;
      maxProducers = from.maxProducers;
      diskReserveBytes = from.diskReserveBytes;
      housekeepingIntervalMillis = from.housekeepingIntervalMillis;
      clock = from.clock;
    }

    StoreOptions toOptions() {
      return new StoreOptions(
          writeBufferBytes,
          blockCacheBytes,
          maxOpenFiles,
          inlineBytes,
          chunkBytes,
          maxHeaderBytes,
          maxBodyBytes,
          maxNameBytes,
          maxRetainedBytes,
          maxTransactionBytes,
          maxProducers,
          diskReserveBytes,
          housekeepingIntervalMillis,
          clock);
    }
  }
}
