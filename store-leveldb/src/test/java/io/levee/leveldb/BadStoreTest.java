package io.levee.leveldb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.engine.KeyRange;
import io.levee.leveldb.key.FormatRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.BranchId;
import io.levee.store.BranchInfo;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageStore;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import io.levee.store.StoreTransaction;
import io.levee.store.StoredMessage;
import io.levee.testkit.MemoryDisk;
import io.levee.testkit.MemoryEngine;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stores that cannot be opened or read as they are: refused by name, and nothing is changed. */
class BadStoreTest {

  private static final Destination QUEUE = Destination.queue("orders");
  private static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT.withDiskReserveBytes(0).withHousekeepingIntervalMillis(0);

  private final MemoryDisk disk = new MemoryDisk();
  private Position stored;

  @BeforeEach
  void storeOneMessage() {
    try (MessageStore store = LevelDbMessageStore.open(MemoryEngine.open(disk), OPTIONS)) {
      store.declare(QUEUE);
      StoreTransaction transaction = store.begin();
      transaction.enqueue(QUEUE, Message.of(Bytes.utf8("header"), Bytes.utf8("body")));
      stored = transaction.commit().outcomes().get(0).position().orElseThrow();
    }
  }

  @Test
  void aNewerFormatIsRefused() {
    byte[] key = Keys.store(FormatRecord.NAME);
    write(key, new FormatRecord(2, new UUID(1, 2), 3).toBytes(key));

    StoreException refusal = openingIsRefused();

    assertThat(refusal.code()).isEqualTo(Code.NEWER_FORMAT);
    assertThat(refusal).hasMessageContaining("format version 2").hasMessageContaining("up to 1");
  }

  @Test
  void aKeyOfAnUnknownFamilyIsRefused() {
    write(new byte[] {0x77, 1, 2}, new byte[] {3});

    StoreException refusal = openingIsRefused();

    assertThat(refusal.code()).isEqualTo(Code.CORRUPT);
    assertThat(refusal).hasMessageContaining("unknown family 770102");
  }

  @Test
  void aMapThatHoldsSomethingElseIsRefused() {
    MemoryDisk other = new MemoryDisk();
    try (Engine engine = MemoryEngine.open(other)) {
      Batch batch = new Batch();
      batch.put(new byte[] {'k'}, new byte[] {'v'});
      engine.write(batch, Durability.SYNC);
    }

    StoreException refusal =
        catchThrowableOfType(
            StoreException.class,
            () -> LevelDbMessageStore.open(MemoryEngine.open(other), OPTIONS));

    assertThat(refusal.code()).isEqualTo(Code.CORRUPT);
    assertThat(refusal).hasMessageContaining("no format record");
  }

  @Test
  void aStoreWithoutItsCountersIsRefused() {
    delete(Keys.counters(stored.destinationId()));

    assertThat(openingIsRefused())
        .hasMessageContaining("counters are missing")
        .hasMessageContaining("DESTINATION 0 orders");
  }

  @Test
  void aDamagedMessageIsNamedAndTheOthersAreRead() {
    write(Keys.entry(stored), new byte[] {1, 2, 3, 4, 5, 6});

    try (MessageStore store = LevelDbMessageStore.open(MemoryEngine.open(disk), OPTIONS)) {
      StoreException damage =
          catchThrowableOfType(
              StoreException.class, () -> store.browse(QUEUE, PageRequest.first(10)));
      StoreTransaction transaction = store.begin();
      transaction.enqueue(QUEUE, Message.of(Bytes.EMPTY, Bytes.utf8("next")));
      Position next = transaction.commit().outcomes().get(0).position().orElseThrow();

      assertThat(damage.code()).isEqualTo(Code.CORRUPT);
      assertThat(damage).hasMessageContaining("ENTRY " + stored);
      assertThat(store.read(next)).isPresent();
    }
  }

  @Test
  void aPageEndsBeforeADamagedMessage() {
    Position next;
    try (MessageStore store = LevelDbMessageStore.open(MemoryEngine.open(disk), OPTIONS)) {
      next = enqueue(store, "next");
      enqueue(store, "last");
    }
    write(Keys.entry(next), new byte[] {1, 2, 3, 4, 5, 6});

    try (MessageStore store = LevelDbMessageStore.open(MemoryEngine.open(disk), OPTIONS)) {
      Page<StoredMessage> page = store.browse(QUEUE, PageRequest.first(10));
      Code refusal =
          catchThrowableOfType(
                  StoreException.class,
                  () -> store.browse(QUEUE, PageRequest.after(stored.sequence(), 10)))
              .code();

      assertThat(page.items()).extracting(StoredMessage::position).containsExactly(stored);
      assertThat(page.more()).isTrue();
      assertThat(refusal).isEqualTo(Code.CORRUPT);
    }
  }

  private static Position enqueue(MessageStore store, String body) {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(QUEUE, Message.of(Bytes.EMPTY, Bytes.utf8(body)));
    return transaction.commit().outcomes().get(0).position().orElseThrow();
  }

  @Test
  void acknowledgingADamagedMessageIsRefusedAndChangesNothing() {
    write(Keys.entry(stored), new byte[] {1, 2, 3, 4, 5, 6});

    try (MessageStore store = LevelDbMessageStore.open(MemoryEngine.open(disk), OPTIONS)) {
      StoreTransaction transaction = store.begin();
      transaction.acknowledge(stored);
      StoreException damage = catchThrowableOfType(StoreException.class, transaction::commit);

      assertThat(damage.code()).isEqualTo(Code.CORRUPT);
      assertThat(store.find(QUEUE).orElseThrow().messageCount()).isEqualTo(1);
    }
  }

  @Test
  void belowTheReserveNothingIsStoredAndEverythingCanBeConsumed() {
    StoreOptions options = OPTIONS.withDiskReserveBytes(1 << 20);
    try (MessageStore store = LevelDbMessageStore.open(MemoryEngine.open(disk), options)) {
      disk.setCapacityBytes(store.status().diskBytes() + (900 << 10));

      StoreException refusal = catchThrowableOfType(StoreException.class, () -> enqueue(store));
      StoreException declaring =
          catchThrowableOfType(
              StoreException.class, () -> store.declare(Destination.queue("more")));
      StoreTransaction transaction = store.begin();
      transaction.acknowledge(stored);

      assertThat(refusal.code()).isEqualTo(Code.DISK_RESERVE);
      assertThat(refusal.category()).isEqualTo(StoreException.Category.RETRY);
      assertThat(declaring.code()).isEqualTo(Code.DISK_RESERVE);
      assertThat(transaction.commit().appliedCount()).isEqualTo(1);

      disk.setCapacityBytes(Long.MAX_VALUE);
      enqueue(store);
      assertThat(store.find(QUEUE).orElseThrow().messageCount()).isEqualTo(1);
    }
  }

  @Test
  void belowTheReserveNothingIsPromisedAndWhatWasPromisedIsDone() {
    StoreOptions options = OPTIONS.withDiskReserveBytes(1 << 20);
    try (MessageStore store = LevelDbMessageStore.open(MemoryEngine.open(disk), options)) {
      for (int number = 1; number <= 4; number++) {
        prepare(store, number, Message.of(Bytes.EMPTY, bytesOf(64 << 10)));
      }
      disk.setCapacityBytes(store.status().diskBytes() + (900 << 10));

      StoreException refusal =
          catchThrowableOfType(
              StoreException.class,
              () -> prepare(store, 5, Message.of(Bytes.EMPTY, Bytes.utf8("small"))));
      assertThat(refusal.code()).isEqualTo(Code.DISK_RESERVE);
      assertThat(store.dtx().find(branch(5))).isEmpty();

      store.dtx().commit(branch(1));
      store.dtx().rollback(branch(2));
      store.dtx().forceCommit(branch(3), receipt -> {});
      store.dtx().forceRollback(branch(4));
      store.dtx().forget(branch(3));

      assertThat(store.find(QUEUE).orElseThrow().messageCount()).isEqualTo(3);
      assertThat(store.dtx().list(0, 10).items())
          .extracting(BranchInfo::id)
          .containsOnly(branch(4));
    }
    assertSound();
  }

  private void assertSound() {
    try (Engine engine = MemoryEngine.open(disk)) {
      assertThat(StoreCheck.faults(engine)).isEmpty();
    }
  }

  private static BranchId branch(int number) {
    return new BranchId(1, Bytes.utf8("tx" + number), Bytes.EMPTY);
  }

  private static void prepare(MessageStore store, int number, Message message) {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(QUEUE, message);
    store.dtx().prepare(branch(number), transaction);
  }

  private static Bytes bytesOf(int size) {
    return Bytes.wrap(new byte[size]);
  }

  @Test
  void belowTheFloorNotEvenAnAcknowledgementIsWritten() {
    StoreOptions options = OPTIONS.withDiskReserveBytes(1 << 20);
    try (MessageStore store = LevelDbMessageStore.open(MemoryEngine.open(disk), options)) {
      disk.setCapacityBytes(store.status().diskBytes() + (300 << 10));
      StoreTransaction transaction = store.begin();
      transaction.acknowledge(stored);

      StoreException refusal = catchThrowableOfType(StoreException.class, transaction::commit);

      assertThat(refusal.code()).isEqualTo(Code.DISK_FULL);
      assertThat(store.read(stored)).isPresent();
    }
  }

  private static void enqueue(MessageStore store) {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(QUEUE, Message.of(Bytes.EMPTY, Bytes.utf8("another")));
    transaction.commit();
  }

  private StoreException openingIsRefused() {
    String before = contents();
    StoreException refusal =
        catchThrowableOfType(
            StoreException.class, () -> LevelDbMessageStore.open(MemoryEngine.open(disk), OPTIONS));
    assertThat(refusal).isNotNull();
    assertThat(contents()).isEqualTo(before);
    return refusal;
  }

  private String contents() {
    StringBuilder text = new StringBuilder();
    try (Engine engine = MemoryEngine.open(disk)) {
      engine.scan(
          KeyRange.closedOpen(new byte[0], new byte[] {-1, -1, -1}),
          (key, value) -> {
            text.append(Bytes.wrap(key)).append('=').append(Bytes.wrap(value)).append('\n');
            return true;
          });
    }
    return text.toString();
  }

  private void write(byte[] key, byte[] value) {
    try (Engine engine = MemoryEngine.open(disk)) {
      Batch batch = new Batch();
      batch.put(key, value);
      engine.write(batch, Durability.SYNC);
    }
  }

  private void delete(byte[] key) {
    try (Engine engine = MemoryEngine.open(disk)) {
      Batch batch = new Batch();
      batch.delete(key);
      engine.write(batch, Durability.SYNC);
    }
  }
}
