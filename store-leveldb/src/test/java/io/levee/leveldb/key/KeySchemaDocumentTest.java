package io.levee.leveldb.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Engine;
import io.levee.leveldb.Documents;
import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreOptions;
import io.levee.store.BranchId;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.StoreTransaction;
import io.levee.store.StoreTransaction.OnDuplicate;
import io.levee.store.Subscriptions.Start;
import io.levee.testkit.ManualClock;
import io.levee.testkit.MemoryDisk;
import io.levee.testkit.MemoryEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * What {@code docs/key-schema.md} says of keys is what the code does. With the system property
 * {@code levee.docs.update} the example is written into the document, not compared.
 */
class KeySchemaDocumentTest {

  private static final String NAME = "key-schema.md";
  private static final String BEGIN = "\n<!-- the dump -->\n```text\n";
  private static final String END = "```\n";

  private static final Destination ORDERS = Destination.queue("orders");
  private static final Destination URGENT = Destination.queue("urgent");
  private static final Destination NEWS = Destination.topic("news");
  private static final Destination DEAD = Destination.deadLetterChannel("dead");

  private static final ManualClock CLOCK = new ManualClock(Instant.parse("2026-03-01T12:00:00Z"));
  private static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT
          .withInlineBytes(8)
          .withChunkBytes(1024)
          .withDiskReserveBytes(0)
          .withHousekeepingIntervalMillis(0)
          .withClock(CLOCK);

  @Test
  void theTableIsTheEnum() {
    List<List<String>> documented =
        Documents.table(Documents.text(NAME), "## Families").stream()
            .map(row -> row.subList(0, 4))
            .toList();
    List<List<String>> declared =
        Arrays.stream(KeyFamily.values())
            .map(each -> List.of(tag(each), each.name(), each.keyParts(), each.valueParts()))
            .toList();

    assertThat(documented).isEqualTo(declared);
  }

  private static String tag(KeyFamily family) {
    return HexFormat.of().withUpperCase().toHexDigits((byte) family.tag());
  }

  @Test
  void theExampleIsWhatTheStoreWrites() throws IOException {
    String document = Documents.text(NAME);
    int from = document.indexOf(BEGIN) + BEGIN.length();
    int end = document.indexOf(END, from);
    String dump = dumpOfTheExample();

    assertThat(KeyFamily.values())
        .allSatisfy(family -> assertThat("\n" + dump).contains("\n" + family.name() + " "));
    if (Boolean.getBoolean("levee.docs.update")) {
      Files.writeString(
          Documents.path(NAME), document.substring(0, from) + dump + document.substring(end));
    } else {
      assertThat(document.substring(from, end)).isEqualTo(dump);
    }
  }

  private static String dumpOfTheExample() {
    MemoryDisk disk = new MemoryDisk();
    try (LevelDbMessageStore store = LevelDbMessageStore.open(MemoryEngine.open(disk), OPTIONS)) {
      fill(store);
    }
    StringBuilder dump = new StringBuilder();
    try (Engine engine = MemoryEngine.open(disk)) {
      for (KeyFamily family : KeyFamily.values()) {
        engine.scan(
            Keys.family(family),
            (key, value) -> {
              String line = KeyText.key(key) + "   " + KeyText.value(key, value);
              dump.append(line.strip().replaceAll("storeId=[0-9a-f-]+", "storeId=…")).append('\n');
              return true;
            });
      }
    }
    return dump.toString();
  }

  private static void fill(LevelDbMessageStore store) {
    store.declare(DEAD);
    store.declare(ORDERS, DestinationOptions.DEFAULT.deadLetteringExpiredTo("dead"));
    store.declare(URGENT, DestinationOptions.DEFAULT.withLanes(2));
    store.declare(NEWS);
    long inAnHour = CLOCK.millis() + 3_600_000;
    MessageIdentity identity = MessageIdentity.of("till-7", 41);
    put(store, ORDERS, message("one").withIdentity(identity).expiringAt(inAnHour));
    put(store, ORDERS, Message.of(Bytes.utf8("h"), Bytes.wrap(new byte[2500])));
    Position third = put(store, ORDERS, message("three"));
    Position fourth = put(store, ORDERS, message("four"));
    commit(store, tx -> tx.recordRedelivery(third));
    commit(store, tx -> tx.deadLetter(fourth, "dead", "cannot be read"));
    put(store, URGENT, message("plain").inLane(1));
    put(store, URGENT, message("first").inLane(0));
    put(store, URGENT, message("second").inLane(1));
    Bytes ann = Bytes.utf8("ann");
    store.subscriptions().subscribe(NEWS, ann, Bytes.EMPTY, Start.AFTER_LAST);
    store.subscriptions().subscribe(NEWS, Bytes.utf8("bob"), Bytes.EMPTY, Start.AFTER_LAST);
    for (String body : List.of("n1", "n2", "n3")) {
      put(store, NEWS, message(body));
    }
    commit(store, tx -> tx.settle(NEWS, ann, 1));
    commit(store, tx -> tx.settle(NEWS, ann, 3));
    commit(store, tx -> tx.retain(NEWS, message("n3")));
    StoreTransaction work = store.begin();
    work.enqueue(URGENT, message("later").inLane(1));
    work.acknowledge(third);
    store.dtx().prepare(new BranchId(131077, Bytes.utf8("till-7"), Bytes.utf8("a")), work);
    store.newContent().write(new byte[1500], 0, 1500); // as if the process died in the middle
  }

  private static Message message(String body) {
    return Message.of(Bytes.utf8("h"), Bytes.utf8(body));
  }

  private static Position put(LevelDbMessageStore store, Destination place, Message message) {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(place, message, OnDuplicate.REFUSE);
    return transaction.commit().outcomes().get(0).position().orElseThrow();
  }

  private static void commit(LevelDbMessageStore store, Consumer<StoreTransaction> work) {
    StoreTransaction transaction = store.begin();
    work.accept(transaction);
    transaction.commit();
  }
}
