package io.levee.engine;

import java.util.Optional;

/**
 * What a binding to a storage library provides to stand behind a {@link GuardedEngine}: the calls
 * of an {@link Engine} without its protection.
 *
 * <p>A raw engine may crash the process when it is misused, and need not check for it. It may count
 * on what the guard keeps:
 *
 * <ul>
 *   <li>no call is made after {@link #close}, nor while it runs;
 *   <li>at most one {@link #write} runs at a time, and none after one that failed;
 *   <li>a visitor never writes, compacts or closes; it may read, on the thread of the scan;
 *   <li>no argument is {@code null}.
 * </ul>
 *
 * <p>All other calls may run at the same time, on any threads. Failures of the library leave a raw
 * engine as {@link EngineException} only.
 */
public interface RawEngine {

  /** As {@link Engine#get}. */
  Optional<byte[]> get(byte[] key);

  /** As {@link Engine#scan}; releases its view also when the visitor throws. */
  boolean scan(KeyRange range, ScanVisitor visitor);

  /**
   * As {@link Engine#write}. An {@link EngineException.Code#DISK_FULL} says that nothing was
   * written; whatever else is thrown says that the outcome is unknown.
   */
  void write(Batch batch, Durability durability);

  /** As {@link Engine#compact}. */
  void compact(KeyRange range);

  /** As {@link Engine#approximateSizeBytes}. */
  long approximateSizeBytes(KeyRange range);

  /** As {@link Engine#diskBytes}. */
  long diskBytes();

  /** As {@link Engine#usableDiskBytes}. */
  long usableDiskBytes();

  /** Releases everything. Called once, alone, and last. */
  void close();
}
