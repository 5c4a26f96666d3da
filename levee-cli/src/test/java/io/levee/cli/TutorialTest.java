package io.levee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreOptions;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageStore;
import io.levee.store.PageRequest;
import io.levee.store.StoreTransaction;
import io.levee.store.StoredMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the README is the one here: it compiles and does what it says. */
final class TutorialTest {

  @Test
  void aMessageIsMovedOnToTheNextQueueInOneTransaction(@TempDir Path directory) {
    // README: begin
    Destination orders = Destination.queue("orders");
    Destination invoices = Destination.queue("invoices");
    try (MessageStore store = LevelDbMessageStore.open(directory, StoreOptions.DEFAULT)) {
      store.declare(orders);
      store.declare(invoices);

      StoreTransaction send = store.begin();
      send.enqueue(orders, Message.of(Bytes.utf8("type=order"), Bytes.utf8("3 apples")));
      send.commit(); // returns when it survives a power cut

      for (StoredMessage order : store.browse(orders, PageRequest.first(100)).items()) {
        StoreTransaction work = store.begin();
        work.enqueue(invoices, Message.of(order.header(), Bytes.utf8("3.60")));
        work.acknowledge(order.position());
        work.commit(); // both or neither
      }
    }
    // README: end
    try (MessageStore store = LevelDbMessageStore.open(directory, StoreOptions.DEFAULT)) {
      assertThat(store.find(orders).orElseThrow().messageCount()).isZero();
      assertThat(store.find(invoices).orElseThrow().messageCount()).isEqualTo(1);
    }
  }

  @Test
  void theReadmeShowsThisExample() throws IOException {
    String source = Files.readString(Path.of("src/test/java/io/levee/cli/TutorialTest.java"));
    String begin = "// README: begin\n";
    String example =
        source.substring(
            source.indexOf(begin) + begin.length(), source.indexOf("    // README: end\n"));
    assertThat(Files.readString(Path.of("../README.md")))
        .contains(example.stripTrailing().stripIndent());
  }
}
