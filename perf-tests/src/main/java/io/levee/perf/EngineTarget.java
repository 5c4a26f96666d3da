package io.levee.perf;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.leveldb.engine.EngineOptions;
import io.levee.leveldb.engine.LevelDbEngine;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Locale;

/**
 * LevelDB by itself: the most that any store on it can do on this disk. One thread writes a batch
 * for all producers at once, forces it, and makes the next; nothing is planned, sealed or
 * announced.
 *
 * <p>A message takes three keys, as it does in the store: itself, what finds it by its identity,
 * and how far its producer came.
 */
final class EngineTarget implements SendTarget {

  private static final int ENTRY_KEY_BYTES = 14;
  private static final int IDENTITY_KEY_BYTES = 29;
  private static final int PRODUCER_KEY_BYTES = 17;
  private static final int SMALL_VALUE_BYTES = 20;

  private final Engine engine;
  private final Payload payload;
  private final byte[] small = new byte[SMALL_VALUE_BYTES];
  private final Batch batch = new Batch();
  private int group = 1;
  private long sent;

  EngineTarget(Path directory, Payload payload) {
    this.engine = LevelDbEngine.open(directory, EngineOptions.defaults()).engine();
    this.payload = payload;
  }

  @Override
  public Producers.Result send(int producers, double seconds) throws Exception {
    group = producers;
    Producers.Result batches = Producers.run(this, 1, seconds);
    return new Producers.Result(batches.perSecond() * group, batches.nanos());
  }

  @Override
  public Producer producer(int number) {
    return this::writeGroup;
  }

  private void writeGroup() {
    batch.clear();
    for (int producer = 0; producer < group; producer++) {
      sent++;
      batch.put(key('e', ENTRY_KEY_BYTES, 0, sent), payload.marshalled(sent));
      batch.put(key('i', IDENTITY_KEY_BYTES, producer, sent), small);
      batch.put(key('p', PRODUCER_KEY_BYTES, 0, producer), small);
    }
    engine.write(batch, Durability.SYNC);
  }

  /** A key that sorts by its family, then by the numbers. */
  private static byte[] key(char family, int size, int owner, long number) {
    return ByteBuffer.allocate(size)
        .put(0, (byte) family)
        .putInt(1, owner)
        .putLong(size - Long.BYTES, number)
        .array();
  }

  @Override
  public String remark() {
    return String.format(Locale.ROOT, "%d messages a write", group);
  }

  @Override
  public void close() {
    engine.close();
  }
}
