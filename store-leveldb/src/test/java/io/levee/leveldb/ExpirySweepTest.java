package io.levee.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.leveldb.key.Keys;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageStore;
import io.levee.store.Position;
import io.levee.store.StoreTransaction;
import io.levee.testkit.ManualClock;
import io.levee.testkit.MemoryDisk;
import io.levee.testkit.MemoryEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One walk over the expiries, that removes what it can. */
class ExpirySweepTest {

  private static final Destination QUEUE = Destination.queue("orders");

  private final MemoryDisk disk = new MemoryDisk();
  private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(1_000));
  private final StoreOptions options =
      StoreOptions.DEFAULT
          .withDiskReserveBytes(0)
          .withHousekeepingIntervalMillis(0)
          .withClock(clock);

  @Test
  void moreThanABatchGoesInOneSweep() {
    try (MessageStore store = open()) {
      store.declare(QUEUE);
      send(store, QUEUE, 2_500, 1);
      clock.advance(Duration.ofMillis(10));

      assertThat(store.expire(clock.millis(), 1_700)).isEqualTo(1_700);
      assertThat(store.expire(clock.millis(), Integer.MAX_VALUE)).isEqualTo(800);
      assertThat(store.expire(clock.millis(), 10)).isZero();
    }
  }

  @Test
  void damagedMessagesKeepNoOthers() {
    List<Position> first;
    try (MessageStore store = open()) {
      store.declare(QUEUE);
      first = send(store, QUEUE, 1_001, 1);
      send(store, QUEUE, 5, 2);
    }
    damage(first);
    clock.advance(Duration.ofMillis(10));

    try (MessageStore store = open()) {
      assertThat(store.expire(clock.millis(), 2_000)).isEqualTo(5);
      assertThat(store.expire(clock.millis(), 2_000)).isZero();

      send(store, QUEUE, 1, 1);
      clock.advance(Duration.ofMillis(10));
      assertThat(store.expire(clock.millis(), 2_000)).isEqualTo(1);
      assertThat(store.find(QUEUE).orElseThrow().messageCount()).isEqualTo(1_001);
    }
  }

  private MessageStore open() {
    return LevelDbMessageStore.open(MemoryEngine.open(disk), options);
  }

  private List<Position> send(MessageStore store, Destination queue, int count, long millis) {
    List<Position> positions = new ArrayList<>();
    StoreTransaction transaction = store.begin();
    for (int i = 0; i < count; i++) {
      Message message = Message.of(Bytes.EMPTY, Bytes.utf8("m"));
      transaction.enqueue(queue, message.expiringAt(clock.millis() + millis));
    }
    transaction.commit().outcomes().forEach(each -> positions.add(each.position().orElseThrow()));
    return positions;
  }

  private void damage(List<Position> positions) {
    try (Engine engine = MemoryEngine.open(disk)) {
      Batch batch = new Batch();
      positions.forEach(position -> batch.put(Keys.entry(position), new byte[] {1, 2, 3, 4, 5}));
      engine.write(batch, Durability.SYNC);
    }
  }
}
