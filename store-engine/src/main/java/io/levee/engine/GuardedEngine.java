package io.levee.engine;

import static java.util.Objects.requireNonNull;

import io.levee.engine.EngineException.Code;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * The {@link Engine} that keeps every promise of the interface over a {@link RawEngine} that makes
 * none: storage libraries crash the process when they are used after or during their close.
 *
 * <p>Three devices do it:
 *
 * <ul>
 *   <li><b>The gate</b> is held shared by every call and exclusively by {@link #close}, which
 *       therefore waits for running calls, and after which none gets through.
 *   <li><b>The shared holds of the current thread</b> tell a call from within a scan from any
 *       other, so that a visitor that closes or writes is refused and does not wait for itself.
 *   <li><b>The latch</b> is set by the first write that fails and never reset. Writes run one at a
 *       time: a write beside a failing one could be acknowledged although it lies behind a record
 *       that never reached the disk.
 * </ul>
 *
 * <p>Waiting is never cut short by an interrupt; the thread stays interrupted.
 */
public final class GuardedEngine implements Engine {

  private final RawEngine raw;
  private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();
  private final ReentrantLock writing = new ReentrantLock();
  private boolean closed; // guarded by gate
  private volatile Throwable failure;

  /** Guards {@code raw}, which nobody else may use from now on. */
  public GuardedEngine(RawEngine raw) {
    this.raw = requireNonNull(raw, "raw");
  }

  @Override
  public Optional<byte[]> get(byte[] key) {
    requireNonNull(key, "key");
    return pass(() -> raw.get(key));
  }

  @Override
  public boolean scan(KeyRange range, ScanVisitor visitor) {
    requireNonNull(range, "range");
    requireNonNull(visitor, "visitor");
    return pass(() -> raw.scan(range, visitor));
  }

  @Override
  public void write(Batch batch, Durability durability) {
    requireNonNull(batch, "batch");
    requireNonNull(durability, "durability");
    refuseWithinScan("write");
    pass(
        () -> {
          writing.lock();
          try {
            refuseAfterFailure();
            writeOrFail(batch, durability);
            return null;
          } finally {
            writing.unlock();
          }
        });
  }

  @Override
  public void compact(KeyRange range) {
    requireNonNull(range, "range");
    refuseWithinScan("compact");
    pass(
        () -> {
          raw.compact(range);
          return null;
        });
  }

  @Override
  public long approximateSizeBytes(KeyRange range) {
    requireNonNull(range, "range");
    return pass(() -> raw.approximateSizeBytes(range));
  }

  @Override
  public long diskBytes() {
    return pass(raw::diskBytes);
  }

  @Override
  public long usableDiskBytes() {
    return pass(raw::usableDiskBytes);
  }

  @Override
  public void close() {
    refuseWithinScan("close");
    gate.writeLock().lock();
    try {
      if (!closed) {
        closed = true; // first: a close that fails is not tried again on half-released handles
        raw.close();
      }
    } finally {
      gate.writeLock().unlock();
    }
  }

  private <T> T pass(Supplier<T> call) {
    gate.readLock().lock();
    try {
      if (closed) {
        throw new EngineException(Code.CLOSED, "the engine is closed; open it again");
      }
      refuseAfterFailure();
      return call.get();
    } finally {
      gate.readLock().unlock();
    }
  }

  private void writeOrFail(Batch batch, Durability durability) {
    try {
      raw.write(batch, durability);
    } catch (RuntimeException | Error e) {
      if (e instanceof EngineException refusal && refusal.code() == Code.DISK_FULL) {
        throw refusal;
      }
      failure = e;
      throw new EngineException(
          Code.FAILED,
          "a write of "
              + batch.operations()
              + " operations failed and its outcome is unknown; close and open the engine again: "
              + e.getMessage(),
          e);
    }
  }

  private void refuseAfterFailure() {
    Throwable earlier = failure;
    if (earlier != null) {
      throw new EngineException(
          Code.FAILED,
          "an earlier write failed; close and open the engine again: " + earlier.getMessage(),
          earlier);
    }
  }

  private void refuseWithinScan(String call) {
    if (gate.getReadHoldCount() > 0) {
      throw new EngineException(Code.MISUSE, call + " was called from within a scan");
    }
  }
}
