package io.levee.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.engine.KeyRange;
import io.levee.leveldb.key.KeyText;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.MessageStore;
import io.levee.store.Position;
import io.levee.store.StoreTransaction;
import io.levee.store.Subscriptions.Start;
import io.levee.testkit.MemoryDisk;
import io.levee.testkit.MemoryEngine;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A store with a record of every kind, from which one record is taken at a time. */
class StoreCheckTest {

  private static final Destination QUEUE = Destination.queue("orders");
  private static final Destination TOPIC = Destination.topic("prices");
  private static final Bytes SUBSCRIPTION = Bytes.utf8("s");
  private static final Bytes OTHER = Bytes.utf8("t");
  private static final Message SMALL = Message.of(Bytes.EMPTY, Bytes.utf8("body"));

  private final MemoryDisk disk = new MemoryDisk();

  @BeforeEach
  void storeARecordOfEveryKind() {
    StoreOptions options =
        SmallStore.options(InstantSource.system()).withHousekeepingIntervalMillis(0);
    try (MessageStore store = LevelDbMessageStore.open(MemoryEngine.open(disk), options)) {
      store.declare(QUEUE, DestinationOptions.DEFAULT.withLanes(2));
      store.declare(TOPIC);
      store.declare(Destination.deadLetterChannel("dead"));
      store.subscriptions().subscribe(TOPIC, SUBSCRIPTION, Bytes.EMPTY, Start.AFTER_LAST);
      store.subscriptions().subscribe(TOPIC, OTHER, Bytes.EMPTY, Start.AFTER_LAST);
      Position rich = send(store, QUEUE, rich());
      Position refused = send(store, QUEUE, SMALL);
      for (int number = 0; number < 3; number++) {
        send(store, TOPIC, SMALL);
      }
      StoreTransaction changes = store.begin();
      changes.recordRedelivery(rich);
      changes.deadLetter(refused, "dead", "refused");
      changes.settle(TOPIC, SUBSCRIPTION, 2);
      changes.settle(TOPIC, OTHER, 3);
      changes.retain(QUEUE, SMALL);
      changes.commit();
    }
    assertThat(faults()).isEmpty();
  }

  private static Message rich() {
    return Message.of(Bytes.EMPTY, Bytes.wrap(new byte[3000]))
        .withIdentity(new MessageIdentity(Bytes.utf8("producer"), 1))
        .expiringAt(Long.MAX_VALUE)
        .inLane(1);
  }

  private static Position send(MessageStore store, Destination destination, Message message) {
    StoreTransaction send = store.begin();
    send.enqueue(destination, message);
    return send.commit().outcomes().get(0).position().orElseThrow();
  }

  @Test
  void theLossOfAnyRecordIsNoticedButThatOfAProducerOrAFenceOfDeadLetters() {
    List<String> unnoticed = new ArrayList<>();
    for (byte[] key : keys()) {
      byte[] value = replace(key, null);
      if (faults().isEmpty()) {
        unnoticed.add(KeyText.key(key));
      }
      replace(key, value);
    }
    assertThat(unnoticed)
        .satisfiesExactly(
            first -> assertThat(first).matches("DEAD_LETTER .*/fence"),
            second -> assertThat(second).startsWith("PRODUCER "));
  }

  @Test
  void theLossOfAMessageIsSeenFromEveryRecordThatLeadsToIt() {
    replace(keyOf("ENTRY 1/1/1"), null);
    assertThat(faults())
        .anyMatch(fault -> fault.matches("lane 1/1 counts 1 messages of .* holds 0 of 0"))
        .anyMatch(fault -> fault.matches("IDENTITY .* leads to ENTRY 1/1/1, which is not there"))
        .anyMatch(fault -> fault.matches("EXPIRY .* leads to a message that is not there"))
        .anyMatch(fault -> fault.matches("REDELIVERY .* counts for a message that is not there"))
        .anyMatch(fault -> fault.matches("the chunks of body .* belong to no message"));
  }

  @Test
  void aBrokenSealIsNamedAndTheOthersAreCheckedAllTheSame() {
    replace(keyOf("ENTRY 1/1/1"), new byte[] {1, 2, 3, 4, 5});
    assertThat(faults())
        .anyMatch(fault -> fault.equals("the checksum of ENTRY 1/1/1 does not match"))
        .anyMatch(fault -> fault.startsWith("lane 1/1 counts 1 messages"));
  }

  private byte[] keyOf(String text) {
    return keys().stream().filter(key -> KeyText.key(key).equals(text)).findFirst().orElseThrow();
  }

  private List<byte[]> keys() {
    List<byte[]> keys = new ArrayList<>();
    try (Engine engine = MemoryEngine.open(disk)) {
      engine.scan(KeyRange.closedOpen(new byte[0], new byte[] {-1}), (key, value) -> keys.add(key));
    }
    return keys;
  }

  /** Puts {@code value}, or deletes where it is null; gives back what was there. */
  private byte[] replace(byte[] key, byte[] value) {
    try (Engine engine = MemoryEngine.open(disk)) {
      byte[] before = engine.get(key).orElse(null);
      Batch batch = new Batch();
      if (value == null) {
        batch.delete(key);
      } else {
        batch.put(key, value);
      }
      engine.write(batch, Durability.SYNC);
      return before;
    }
  }

  private List<String> faults() {
    try (Engine engine = MemoryEngine.open(disk)) {
      return StoreCheck.faults(engine);
    }
  }
}
