package io.levee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreOptions;
import io.levee.leveldb.key.FormatRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageStore;
import io.levee.store.StoreTransaction;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores that an application has made, looked into from outside. */
final class CheckTest {

  private static final Destination QUEUE = Destination.queue("orders");

  @TempDir private Path directory;

  @BeforeEach
  void storeThreeMessagesAndGiveUpOnOne() {
    try (MessageStore store = LevelDbMessageStore.open(directory, StoreOptions.DEFAULT)) {
      store.declare(QUEUE);
      store.declare(Destination.deadLetterChannel("dead"));
      StoreTransaction sends = store.begin();
      for (int number = 0; number < 3; number++) {
        sends.enqueue(QUEUE, Message.of(Bytes.EMPTY, Bytes.utf8("message")));
      }
      StoreTransaction move = store.begin();
      move.deadLetter(
          sends.commit().outcomes().get(0).position().orElseThrow(), "dead", "rejected");
      move.commit();
    }
  }

  @Test
  void aWholeStoreHasNoFaults() {
    Levee.Result result = Levee.run("check", directory);
    assertThat(result.out()).containsExactly("no faults in " + directory);
    assertThat(result.status()).isEqualTo(Exit.DONE);
  }

  @Test
  void faultsAreListedAndABadResult() throws Exception {
    try (Engine engine = StorePlace.in(directory, System.err::println).openEngine()) {
      Batch stray = new Batch();
      stray.put(new byte[] {0x7E, 1}, new byte[] {1, 2, 3, 4, 5});
      engine.write(stray, Durability.SYNC);
    }
    Levee.Result result = Levee.run("check", directory);
    assertThat(result.out()).hasSize(2);
    assertThat(result.out().get(0)).contains("of no known family");
    assertThat(result.lastLine()).isEqualTo("1 fault in " + directory);
    assertThat(result.status()).isEqualTo(Exit.BAD);
  }

  @Test
  void aTableWithFlippedBytesIsDamaged() throws IOException {
    Path table = only(".sst");
    byte[] bytes = Files.readAllBytes(table);
    bytes[bytes.length / 3] ^= 1;
    Files.write(table, bytes);

    Levee.Result result = Levee.run("check", directory);
    assertThat(result.out().get(0)).contains(" is lost: ", table + " cannot be read: Corruption");
    assertThat(result.lastLine()).endsWith(" in " + directory);
    assertThat(result.status()).isEqualTo(Exit.BAD);
  }

  @Test
  void aStoreThatIsTooDamagedToBeOpenedIsDamaged() throws IOException {
    Path table = only(".sst");
    Files.write(table, new byte[] {1});

    Levee.Result result = Levee.run("check", directory);
    assertThat(result.out().get(0)).startsWith(table + " has 1 bytes instead of ");
    assertThat(result.status()).isEqualTo(Exit.BAD);
  }

  @Test
  void aStoreWithoutItsCurrentOrItsManifestIsNoMissingStore() throws IOException {
    Path current = directory.resolve("CURRENT");
    String manifest = Files.readString(current).strip();
    Files.delete(directory.resolve(manifest));
    assertDamaged(manifest + ", named in CURRENT, is missing; put it back or restore a backup");

    Files.delete(current);
    assertDamaged(current + " is missing beside ", "put it back", "or restore a backup");
  }

  private void assertDamaged(String... said) {
    Levee.Result check = Levee.run("check", directory);
    assertThat(check.out()).hasSize(2);
    assertThat(check.out().get(0)).contains(said);
    assertThat(check.lastLine()).isEqualTo("1 fault in " + directory);
    assertThat(check.status()).isEqualTo(Exit.BAD);
    Levee.Result stats = Levee.run("stats", directory);
    assertThat(stats.err()).singleElement().asString().contains(said);
    assertThat(stats.status()).isEqualTo(Exit.FAILED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "stats"})
  void aKilledStoreWithATornLogIsWarnedOf(String command) throws IOException {
    writeARecordAgain();
    Files.delete(directory.resolve("levee.closed"));
    Path log = only(".log");
    try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
      file.truncate(file.size() - 1);
    }

    Levee.Result result = Levee.run(command, directory);
    assertThat(result.err())
        .singleElement()
        .asString()
        .startsWith("The store in " + directory + " was not closed properly: ");
    assertThat(result.status()).isEqualTo(Exit.DONE);
    assertThat(Levee.run(command, directory).err()).isEmpty();
  }

  @Test
  void aLogThatWasCutAfterACloseIsDamage() throws IOException {
    writeARecordAgain();
    Path log = only(".log");
    long bytes = Files.size(log);
    Files.write(log, new byte[0]);

    assertDamaged(log + " has 0 bytes instead of the " + bytes + " that it had when the store");
  }

  private void writeARecordAgain() throws IOException {
    byte[] key = Keys.store(FormatRecord.NAME);
    try (Engine engine = StorePlace.in(directory, System.err::println).openEngine()) {
      Batch same = new Batch();
      same.put(key, engine.get(key).orElseThrow());
      engine.write(same, Durability.SYNC);
    }
  }

  private Path only(String ending) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(ending)).toList();
      assertThat(found).hasSize(1);
      return found.get(0);
    }
  }

  @Test
  void deadLettersAreCountedByTheirOrigin() {
    assertThat(Levee.run("stats", directory).text())
        .contains("queue        orders: 2 of 14 bytes, 3 ever")
        .contains("dead letters dead: 1 of 7 bytes, 1 ever\n  from queue://orders: 1");
  }
}
