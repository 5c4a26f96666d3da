package io.levee.engine;

import java.util.Optional;

/**
 * An ordered map from bytes to bytes, durable, for one process.
 *
 * <p>Keys are ordered as unsigned bytes. All methods may be called from any thread at any time,
 * before, during and after {@link #close}: a call that comes too late is answered with {@link
 * EngineException.Code#CLOSED}, never with undefined behaviour. No method hands out a handle into
 * the storage library, so nothing can be used after it was released.
 *
 * <p>A failed write stops the engine: its outcome is unknown, and every later call but {@link
 * #close} is answered with {@link EngineException.Code#FAILED} until the engine is opened again.
 */
public interface Engine extends AutoCloseable {

  /** The value of {@code key}, or empty when there is none. The result belongs to the caller. */
  Optional<byte[]> get(byte[] key);

  /**
   * Visits the entries of {@code range} in key order, as they stood when the call began, until the
   * visitor answers {@code false} or the range ends.
   *
   * <p>The view is held for the length of the call and pins what was deleted since; a visitor must
   * take a bounded page and return. It may call {@link #get} and {@link #scan}; it must not write
   * and not close (refused with {@link EngineException.Code#MISUSE}).
   *
   * @return {@code true} when the range was exhausted, {@code false} when the visitor ended the
   *     scan
   */
  boolean scan(KeyRange range, ScanVisitor visitor);

  /**
   * Applies {@code batch} atomically.
   *
   * <p>One caller at a time is enough for full speed; several are safe. An empty batch is not
   * written, but with {@link Durability#SYNC} all earlier writes are durable when the call returns.
   *
   * @throws EngineException with {@link EngineException.Code#DISK_FULL} when less than the engine's
   *     floor of disk space is free (nothing was written and the engine goes on), with {@link
   *     EngineException.Code#FAILED} when the write failed (the outcome is unknown)
   */
  void write(Batch batch, Durability durability);

  /**
   * Rewrites {@code range} so that deleted entries give their disk space back. May take seconds;
   * reads and writes go on meanwhile. A {@link #close} waits for it.
   */
  void compact(KeyRange range);

  /** The approximate bytes on disk in {@code range}; what was written last may be missing. */
  long approximateSizeBytes(KeyRange range);

  /** The bytes this engine's files take on disk; costs no directory walk. */
  long diskBytes();

  /** The bytes that are free for this engine on its disk. */
  long usableDiskBytes();

  /**
   * Waits for running calls, releases everything and refuses later calls. Closing again does
   * nothing. Never called from within a {@link #scan}.
   */
  @Override
  void close();
}
