package io.levee.testkit;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.engine.GuardedEngine;
import io.levee.engine.KeyRange;
import io.levee.engine.RawEngine;
import io.levee.engine.ScanVisitor;
import java.util.Optional;

/** An engine whose entries live in a {@link MemoryDisk}: fast, exact, the same on every run. */
public final class MemoryEngine implements RawEngine {

  private final MemoryDisk disk;

  private MemoryEngine(MemoryDisk disk) {
    this.disk = disk;
  }

  /** A new engine on an empty disk of its own. */
  public static Engine open() {
    return open(new MemoryDisk());
  }

  /** A new engine on {@code disk}, which no other engine may have at the time. */
  public static Engine open(MemoryDisk disk) {
    MemoryEngine engine = new MemoryEngine(disk);
    disk.take(engine);
    return new GuardedEngine(engine);
  }

  @Override
  public Optional<byte[]> get(byte[] key) {
    return disk.entries(this).get(key);
  }

  @Override
  public boolean scan(KeyRange range, ScanVisitor visitor) {
    return disk.entries(this).scan(range, visitor);
  }

  @Override
  public void write(Batch batch, Durability durability) {
    Change change = new Change(disk.entries(this));
    batch.forEach(change);
    disk.write(this, change.entries, durability == Durability.SYNC);
  }

  @Override
  public void compact(KeyRange range) {
    disk.entries(this); // deleted entries take no room here
  }

  @Override
  public long approximateSizeBytes(KeyRange range) {
    long[] bytes = {0};
    scan(
        range,
        (key, value) -> {
          bytes[0] += key.length + value.length;
          return true;
        });
    return bytes[0];
  }

  @Override
  public long diskBytes() {
    return disk.entries(this).bytes();
  }

  @Override
  public long usableDiskBytes() {
    return disk.usableBytes();
  }

  @Override
  public void close() {
    disk.giveBack(this);
  }

  private static final class Change implements Batch.Visitor {
    private SortedEntries entries;

    Change(SortedEntries entries) {
      this.entries = entries;
    }

    @Override
    public void put(byte[] key, byte[] value) {
      entries = entries.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
      entries = entries.remove(key);
    }
  }
}
