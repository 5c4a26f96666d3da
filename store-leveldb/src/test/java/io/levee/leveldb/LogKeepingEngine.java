package io.levee.leveldb;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.engine.KeyRange;
import io.levee.engine.ScanVisitor;
import java.util.Optional;

/**
 * An engine that leaves its log as it was written: a store that is closed would have it turned into
 * a table.
 */
record LogKeepingEngine(Engine engine) implements Engine {

  @Override
  public void compact(KeyRange range) {
    // What is not compacted stays in the log.
  }

  @Override
  public Optional<byte[]> get(byte[] key) {
    return engine.get(key);
  }

  @Override
  public boolean scan(KeyRange range, ScanVisitor visitor) {
    return engine.scan(range, visitor);
  }

  @Override
  public void write(Batch batch, Durability durability) {
    engine.write(batch, durability);
  }

  @Override
  public long approximateSizeBytes(KeyRange range) {
    return engine.approximateSizeBytes(range);
  }

  @Override
  public long diskBytes() {
    return engine.diskBytes();
  }

  @Override
  public long usableDiskBytes() {
    return engine.usableDiskBytes();
  }

  @Override
  public void close() {
    engine.close();
  }
}
