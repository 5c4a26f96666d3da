package io.levee.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Engine;
import io.levee.leveldb.engine.EngineOptions;
import io.levee.leveldb.engine.LevelDbEngine;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageStore;
import io.levee.store.StoreTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check of a store whose tables have bytes that LevelDB refuses to read. */
class UnreadableBlockTest {

  private static final List<Destination> QUEUES =
      List.of(Destination.queue("orders"), Destination.queue("invoices"));
  private static final int MESSAGES = 60;
  private static final int FLIPS = 16;

  @TempDir private Path directory;
  private Path table;
  private byte[] whole;

  @BeforeEach
  void fillTables() throws IOException {
    StoreOptions options = StoreOptions.DEFAULT.withDiskReserveBytes(0);
    try (MessageStore store = LevelDbMessageStore.open(directory, options)) {
      QUEUES.forEach(store::declare);
      QUEUES.forEach(queue -> fill(store, queue));
    }
    assertThat(check()).isEmpty();
    table = largestTable();
    whole = Files.readAllBytes(table);
  }

  private static void fill(MessageStore store, Destination queue) {
    StoreTransaction sends = store.begin();
    for (int number = 0; number < MESSAGES; number++) {
      byte[] body = new byte[1000];
      new Random(number).nextBytes(body);
      sends.enqueue(queue, Message.of(Bytes.EMPTY, Bytes.wrap(body)));
    }
    sends.commit();
  }

  @Test
  void whatLiesInTheBlockIsNamedAndWhatLiesBehindItIsChecked() throws IOException {
    flip(whole.length / 4);

    List<String> faults = check();

    assertThat(faults.get(0))
        .matches("what lies between ENTRY 1/0/\\d+ and ENTRY 1/0/\\d+ is lost: .*")
        .contains(table + " cannot be read: Corruption");
    assertThat(faults.get(1)).matches("lane 1/0 counts 60 messages of .*, and holds 5\\d of .*");
    assertThat(faults).hasSize(2);
  }

  @Test
  void everyDamagedPlaceIsNamed() throws IOException {
    flip(whole.length / 4, 3 * whole.length / 4);

    assertThat(check())
        .filteredOn(fault -> fault.contains(" is lost: " + table))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("what lies between ENTRY 1/0/"),
            second -> assertThat(second).startsWith("what lies between ENTRY 2/0/"));
  }

  @Test
  void whereverAByteFlipsTheCheckEndsWithAFault() throws IOException {
    for (int flip = 0; flip <= FLIPS; flip++) {
      int at = (int) ((long) (whole.length - 1) * flip / FLIPS);
      flip(at);
      assertThat(check()).as("byte " + at).isNotEmpty();
    }
  }

  private void flip(int... places) throws IOException {
    byte[] bytes = whole.clone();
    for (int at : places) {
      bytes[at] ^= 1;
    }
    Files.write(table, bytes);
  }

  private List<String> check() {
    EngineOptions options = EngineOptions.defaults().withDiskReserve(0, 0);
    try (Engine engine = LevelDbEngine.open(directory, options).engine()) {
      return StoreCheck.faults(engine);
    }
  }

  private Path largestTable() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".sst"))
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow();
    }
  }
}
