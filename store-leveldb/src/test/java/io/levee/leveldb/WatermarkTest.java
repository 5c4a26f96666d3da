package io.levee.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Engine;
import io.levee.leveldb.key.CountersRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageStore;
import io.levee.store.Position;
import io.levee.store.StoreTransaction;
import io.levee.testkit.MemoryDisk;
import io.levee.testkit.MemoryEngine;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Where scans start: never below what is live, and not before a gap that nobody remembers. */
class WatermarkTest {

  private static final Destination QUEUE = Destination.queue("orders");
  private static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT.withDiskReserveBytes(0).withHousekeepingIntervalMillis(0);

  private final MemoryDisk disk = new MemoryDisk();
  private int queueId;

  @Test
  void theLowWatermarkJumpsOverWhatWasRemovedBehindTheHead() {
    try (MessageStore store = open()) {
      fill(store, 200);
      acknowledge(store, 2, 99);
      acknowledge(store, 1, 1);
    }

    assertThat(low()).isEqualTo(100);
  }

  @Test
  void openingFindsTheFirstLiveMessageBehindAGap() {
    try (MessageStore store = open()) {
      fill(store, 200);
      acknowledge(store, 2, 99);
    }
    try (MessageStore store = open()) {
      acknowledge(store, 1, 1);
    }
    try (MessageStore store = open()) {
      acknowledge(store, 100, 100);
    }

    assertThat(low()).isEqualTo(101);
  }

  @Test
  void aGapOfAnEarlierOpeningIsFoundWhileTheLaneIsTakenFrom() {
    try (MessageStore store = open()) {
      fill(store, 200);
      acknowledge(store, 2, 99);
    }
    try (LevelDbMessageStore store = open()) {
      acknowledge(store, 1, 1);
      store.runHousekeeping();
      acknowledge(store, 100, 149);
      store.runHousekeeping();
    }

    assertThat(low()).isEqualTo(150);
    try (Engine engine = MemoryEngine.open(disk)) {
      assertThat(StoreCheck.faults(engine)).isEmpty();
    }
  }

  @Test
  void anEmptyLaneStartsBehindItsTail() {
    try (MessageStore store = open()) {
      fill(store, 10);
      acknowledge(store, 6, 10);
      acknowledge(store, 1, 5);
    }

    assertThat(low()).isEqualTo(11);
  }

  private LevelDbMessageStore open() {
    LevelDbMessageStore store = LevelDbMessageStore.open(MemoryEngine.open(disk), OPTIONS);
    queueId = store.declare(QUEUE).id();
    return store;
  }

  private static void fill(MessageStore store, int count) {
    StoreTransaction transaction = store.begin();
    for (int i = 0; i < count; i++) {
      transaction.enqueue(QUEUE, Message.of(Bytes.EMPTY, Bytes.utf8("m")));
    }
    transaction.commit();
  }

  private void acknowledge(MessageStore store, long first, long last) {
    StoreTransaction transaction = store.begin();
    LongStream.rangeClosed(first, last)
        .forEach(sequence -> transaction.acknowledge(new Position(queueId, 0, sequence)));
    assertThat(transaction.commit().appliedCount()).isEqualTo((int) (last - first + 1));
  }

  private long low() {
    byte[] key = Keys.counters(queueId);
    try (Engine engine = MemoryEngine.open(disk)) {
      return CountersRecord.fromBytes(key, engine.get(key).orElseThrow()).lanes().get(0).low();
    }
  }
}
