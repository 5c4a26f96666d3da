package io.levee.testkit;

import static java.util.Objects.requireNonNull;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import io.levee.engine.KeyRange;
import io.levee.engine.ScanVisitor;
import java.util.Optional;

/**
 * An engine whose writes fail on demand, as a disk fails: the caller learns that a write failed and
 * not whether it was applied. From then on every call but {@link #close} is refused, as {@link
 * Engine} demands.
 *
 * <p>Both outcomes of a failed write are real, so a test takes both: {@link #failBefore} leaves the
 * batch out, {@link #failAfter} keeps it. To try every write of a scenario, arm 1, 2, 3 … until a
 * run ends with {@link #hasFailed} still {@code false}. Thread-safe.
 */
public final class FaultyEngine implements Engine {

  private final Engine engine;
  private int writesUntilFailure;
  private boolean applied;
  private boolean diskFull;
  private volatile boolean failed; // read without the lock, which a write holds while it waits
  private int writes;

  /** Passes everything to {@code engine} until it is armed. */
  public FaultyEngine(Engine engine) {
    this.engine = requireNonNull(engine, "engine");
  }

  /** The {@code nth} write from now, counted from 1, fails and leaves nothing behind. */
  public synchronized void failBefore(int nth) {
    arm(nth, false);
  }

  /** The {@code nth} write from now, counted from 1, is applied in full and fails all the same. */
  public synchronized void failAfter(int nth) {
    arm(nth, true);
  }

  /** While {@code true}, writes are refused with {@link Code#DISK_FULL}, which stops nothing. */
  public synchronized void setDiskFull(boolean full) {
    diskFull = full;
  }

  /** Whether the armed failure has happened. */
  public boolean hasFailed() {
    return failed;
  }

  /** How many writes have reached the engine below. */
  public synchronized int writes() {
    return writes;
  }

  @Override
  public synchronized void write(Batch batch, Durability durability) {
    refuseAfterFailure();
    if (diskFull) {
      throw new EngineException(Code.DISK_FULL, "the disk is full, as armed");
    }
    boolean fails = writesUntilFailure > 0 && --writesUntilFailure == 0;
    if (!fails || applied) {
      engine.write(batch, durability);
      writes++;
    }
    if (fails) {
      failed = true;
      throw new EngineException(
          Code.FAILED, "the write failed " + (applied ? "after" : "before") + " it was applied");
    }
  }

  @Override
  public Optional<byte[]> get(byte[] key) {
    refuseAfterFailure();
    return engine.get(key);
  }

  @Override
  public boolean scan(KeyRange range, ScanVisitor visitor) {
    refuseAfterFailure();
    return engine.scan(range, visitor);
  }

  @Override
  public void compact(KeyRange range) {
    refuseAfterFailure();
    engine.compact(range);
  }

  @Override
  public long approximateSizeBytes(KeyRange range) {
    refuseAfterFailure();
    return engine.approximateSizeBytes(range);
  }

  @Override
  public long diskBytes() {
    refuseAfterFailure();
    return engine.diskBytes();
  }

  @Override
  public long usableDiskBytes() {
    refuseAfterFailure();
    return engine.usableDiskBytes();
  }

  @Override
  public void close() {
    engine.close();
  }

  private void arm(int nth, boolean afterApplying) {
    if (nth < 1) {
      throw new IllegalArgumentException("writes are counted from 1, not from " + nth);
    }
    writesUntilFailure = nth;
    applied = afterApplying;
  }

  private void refuseAfterFailure() {
    if (failed) {
      throw new EngineException(Code.FAILED, "an earlier write failed, as armed");
    }
  }
}
