package io.levee.testkit;

import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;

/**
 * What outlives a {@link MemoryEngine}: open one on it, close it or let it die, open the next.
 *
 * <p>It knows what was only buffered and what was synced, so that a test can take either of the two
 * ways a machine stops. Thread-safe.
 */
public final class MemoryDisk {

  private SortedEntries written = SortedEntries.EMPTY;
  private SortedEntries synced = SortedEntries.EMPTY;
  private Object holder;
  private long capacityBytes = Long.MAX_VALUE;

  /** An empty disk without a limit. */
  public MemoryDisk() {}

  /** The process dies: an open engine is gone without a close; all that was written stays. */
  public synchronized void kill() {
    holder = null;
  }

  /** The power fails: as {@link #kill}, and all that was written since the last sync is lost. */
  public synchronized void cutPower() {
    holder = null;
    written = synced;
  }

  /** From now on, writes that would leave less than nothing free are refused as a full disk. */
  public synchronized void setCapacityBytes(long capacityBytes) {
    this.capacityBytes = capacityBytes;
  }

  synchronized void take(Object newHolder) {
    if (holder != null) {
      throw new EngineException(Code.LOCKED, "another engine has this memory disk");
    }
    holder = newHolder;
  }

  synchronized void giveBack(Object oldHolder) {
    if (holder == oldHolder) {
      holder = null;
    }
  }

  synchronized SortedEntries entries(Object reader) {
    refuseUnlessHeldBy(reader);
    return written;
  }

  synchronized void write(Object writer, SortedEntries next, boolean sync) {
    refuseUnlessHeldBy(writer);
    if (next.bytes() > written.bytes() && next.bytes() > capacityBytes) {
      throw new EngineException(
          Code.DISK_FULL, next.bytes() + " bytes do not fit on a disk of " + capacityBytes);
    }
    written = next;
    if (sync) {
      synced = next;
    }
  }

  synchronized long usableBytes() {
    return Math.max(0, capacityBytes - written.bytes());
  }

  private void refuseUnlessHeldBy(Object caller) {
    if (holder != caller) {
      throw new EngineException(Code.CLOSED, "the process of this engine has died");
    }
  }
}
