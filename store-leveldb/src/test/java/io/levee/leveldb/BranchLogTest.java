package io.levee.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Engine;
import io.levee.leveldb.engine.LevelDbEngine;
import io.levee.store.BranchId;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageStore;
import io.levee.store.Position;
import io.levee.store.StoreTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the two phases of a branch write: a body once, and not at all when it is stored already. The
 * write-ahead log is measured in the file: LevelDB cuts it to its length when it is closed.
 */
final class BranchLogTest {

  private static final Destination QUEUE = Destination.queue("orders");
  private static final BranchId BRANCH = new BranchId(1, Bytes.utf8("tx"), Bytes.EMPTY);
  private static final int BODY_BYTES = 1 << 20;
  private static final long FEW_BYTES = 1 << 10;

  /** A write buffer that holds all of it, so that one log does. */
  private static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT.withDiskReserveBytes(0).withHousekeepingIntervalMillis(0);

  @TempDir private Path directory;

  private static Bytes body() {
    byte[] bytes = new byte[BODY_BYTES];
    new Random(1).nextBytes(bytes);
    return Bytes.wrap(bytes);
  }

  /** The bytes that a session appends to the log; opening begins a new one. */
  private long logged(Consumer<MessageStore> session) throws IOException {
    Engine engine = LevelDbEngine.open(directory, OPTIONS.engineOptions()).engine();
    try (MessageStore store = LevelDbMessageStore.open(new LogKeepingEngine(engine), OPTIONS)) {
      session.accept(store);
    }
    long bytes = logBytes();
    try (Engine closed = LevelDbEngine.open(directory, OPTIONS.engineOptions()).engine()) {
      assertThat(StoreCheck.faults(closed)).isEmpty();
    }
    return bytes;
  }

  private long logBytes() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  private static StoreTransaction sending(MessageStore store) {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(QUEUE, Message.of(Bytes.utf8("header"), body()));
    return transaction;
  }

  private Position storeOne() throws IOException {
    Position[] stored = new Position[1];
    logged(
        store -> {
          store.declare(QUEUE);
          stored[0] = sending(store).commit().outcomes().get(0).position().orElseThrow();
        });
    return stored[0];
  }

  private static void prepareTaking(MessageStore store, Position position) {
    StoreTransaction transaction = store.begin();
    transaction.acknowledge(position);
    store.dtx().prepare(BRANCH, transaction);
  }

  @Test
  void takingALargeMessageWritesLittle() throws IOException {
    Position stored = storeOne();

    long bytes =
        logged(
            store -> {
              prepareTaking(store, stored);
              store.dtx().commit(BRANCH);
              assertThat(store.read(stored)).isEmpty();
            });

    assertThat(bytes).isBetween(1L, FEW_BYTES);
  }

  @Test
  void givingALargeMessageBackWritesLittle() throws IOException {
    Position stored = storeOne();

    long bytes =
        logged(
            store -> {
              prepareTaking(store, stored);
              store.dtx().rollback(BRANCH);
              assertThat(store.read(stored)).isPresent();
            });

    assertThat(bytes).isBetween(1L, FEW_BYTES);
  }

  @Test
  void storingALargeBodyWritesItOnce() throws IOException {
    storeOne();

    long bytes =
        logged(
            store -> {
              store.dtx().prepare(BRANCH, sending(store));
              store.dtx().commit(BRANCH);
              assertThat(store.find(QUEUE).orElseThrow().messageCount()).isEqualTo(2);
            });

    assertThat(bytes).isBetween((long) BODY_BYTES, BODY_BYTES + FEW_BYTES);
  }
}
