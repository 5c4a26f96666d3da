package io.levee.leveldb.plan;

import io.levee.engine.Batch;
import io.levee.engine.Engine;
import io.levee.engine.KeyRange;
import io.levee.leveldb.change.WriteSet;
import io.levee.store.Bytes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Point reads that see the batch under construction: what a transaction of the group decided is
 * there for those after it, though nothing is written yet. Without it two acknowledgements of one
 * message in one group would both count.
 */
public final class PendingView implements WriteSet {

  /** Is told every key that is handed over to be written. */
  @FunctionalInterface
  public interface KeyObserver {
    /** One key, and whether it is deleted. */
    void written(byte[] key, boolean deleted);
  }

  private final Engine engine;
  private Map<Bytes, Optional<byte[]>> written = new LinkedHashMap<>();

  /** A view of {@code engine} with nothing pending. */
  public PendingView(Engine engine) {
    this.engine = engine;
  }

  /** The sealed value of {@code key} as the batch will leave it. */
  Optional<byte[]> get(byte[] key) {
    Optional<byte[]> pending = written.get(Bytes.wrap(key));
    return pending != null ? pending : engine.get(key);
  }

  /** Whether any key of {@code range} is stored; what is pending is not looked at. */
  boolean anyStored(KeyRange range) {
    return !engine.scan(range, (key, value) -> false);
  }

  /** Takes over what one transaction writes. */
  public void absorb(Map<Bytes, Optional<byte[]>> writes) {
    written.putAll(writes);
  }

  @Override
  public void put(byte[] key, byte[] sealed) {
    written.put(Bytes.wrap(key), Optional.of(sealed));
  }

  @Override
  public void delete(byte[] key) {
    written.put(Bytes.wrap(key), Optional.empty());
  }

  /** Whether nothing was decided that has to be written. */
  public boolean isEmpty() {
    return written.isEmpty();
  }

  /** Moves everything that is pending into {@code batch}, each key once. */
  public void drainTo(Batch batch, KeyObserver observer) {
    written.forEach(
        (wrapped, value) -> {
          byte[] key = wrapped.toArray();
          value.ifPresentOrElse(bytes -> batch.put(key, bytes), () -> batch.delete(key));
          observer.written(key, value.isEmpty());
        });
    written = new LinkedHashMap<>(); // a large one would be cleared slowly ever after
  }
}
