package io.levee.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Engine;
import io.levee.leveldb.engine.LevelDbEngine;
import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageStore;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.StoreTransaction;
import io.levee.store.StoredMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What died in a session that gave nothing back is given back in the next one. */
class EarlierDeadSpaceTest {

  private static final Destination QUEUE = Destination.queue("orders");
  private static final StoreOptions BY_HAND =
      StoreOptions.DEFAULT
          .withDiskReserveBytes(0)
          .withWriteBufferBytes(1 << 20)
          .withHousekeepingIntervalMillis(0);
  private static final int MESSAGES = 3_000;
  private static final int BODY_BYTES = 4_000;

  @TempDir private Path parent;

  @Test
  void spaceOfAcknowledgedMessages() {
    fill(BODY_BYTES);
    try (MessageStore store = open()) {
      acknowledgeAll(store);
    }
    assertGivenBack();
  }

  @Test
  void spaceOfChunkedBodies() {
    fill(2 * StoreOptions.DEFAULT.inlineBytes());
    try (MessageStore store = open()) {
      acknowledgeAll(store);
    }
    assertGivenBack();
  }

  @Test
  void spaceOfARemovedDestination() {
    fill(BODY_BYTES);
    try (MessageStore store = open()) {
      store.remove(QUEUE);
    }
    assertGivenBack();
  }

  private void assertGivenBack() {
    long before = tableBytes();
    try (LevelDbMessageStore store = open()) {
      store.runHousekeeping();
    }
    assertThat(before).isGreaterThan(9L << 20);
    assertThat(tableBytes()).isLessThan(2L << 20);
    try (Engine closed = LevelDbEngine.open(directory(), BY_HAND.engineOptions()).engine()) {
      assertThat(StoreCheck.faults(closed)).isEmpty();
    }
  }

  private Path directory() {
    return parent.resolve("store");
  }

  private LevelDbMessageStore open() {
    return LevelDbMessageStore.open(directory(), BY_HAND);
  }

  private void fill(int bodyBytes) {
    Random random = new Random(1);
    try (MessageStore store = open()) {
      store.declare(QUEUE);
      for (int i = 0; i < MESSAGES; i += 100) {
        StoreTransaction transaction = store.begin();
        for (int j = 0; j < 100; j++) {
          byte[] body = new byte[bodyBytes];
          random.nextBytes(body); // what is random is not compressed
          transaction.enqueue(QUEUE, Message.of(Bytes.EMPTY, Bytes.wrap(body)));
        }
        transaction.commit(CommitDurability.BUFFERED);
      }
    }
  }

  private static void acknowledgeAll(MessageStore store) {
    Page<StoredMessage> page = store.browse(QUEUE, PageRequest.first(1000));
    while (!page.items().isEmpty()) {
      StoreTransaction transaction = store.begin();
      page.items().forEach(message -> transaction.acknowledge(message.position()));
      transaction.commit(CommitDurability.BUFFERED);
      page = store.browse(QUEUE, PageRequest.first(1000));
    }
  }

  private long tableBytes() {
    try (Stream<Path> files = Files.list(directory())) {
      return files
          .filter(file -> file.toString().endsWith(".sst") || file.toString().endsWith(".ldb"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
