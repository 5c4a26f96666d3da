package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.store.MessageStore;
import io.levee.testkit.CrashableFixture;
import io.levee.testkit.FaultyEngine;
import io.levee.testkit.MemoryDisk;
import io.levee.testkit.MemoryEngine;
import io.levee.testkit.StoreLimits;
import java.time.InstantSource;
import java.util.List;

/** Opens the store on a disk in memory, whose writes can fail. */
final class MemoryStoreFixture implements CrashableFixture {

  private final MemoryDisk disk = new MemoryDisk();
  private FaultyEngine engine;

  @Override
  public MessageStore open(InstantSource clock) {
    engine = new FaultyEngine(MemoryEngine.open(disk));
    return LevelDbMessageStore.open(engine, SmallStore.options(clock));
  }

  @Override
  public List<String> check() {
    try (Engine closed = MemoryEngine.open(disk)) {
      return StoreCheck.faults(closed);
    }
  }

  @Override
  public StoreLimits limits() {
    return SmallStore.limits();
  }

  @Override
  public void failNextWrite(boolean afterApplying) {
    if (afterApplying) {
      engine.failAfter(1);
    } else {
      engine.failBefore(1);
    }
  }

  @Override
  public void failNoWrite() {
    engine.failBefore(Integer.MAX_VALUE);
  }

  @Override
  public boolean cutPower() {
    disk.cutPower();
    return true;
  }

  @Override
  public void close() {}
}
