package io.levee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Engine;
import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreCheck;
import io.levee.leveldb.StoreOptions;
import io.levee.store.BranchId;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageStore;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.StoreTransaction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** A closed store with branches in it, as a transaction manager that went away leaves one. */
record BranchStore(Path directory) {

  static final Destination ORDERS = Destination.queue("orders");

  /** The age of what is in it; half a minute more than whole minutes, for a test takes time. */
  private static final Duration AGE = Duration.ofMinutes(192).plusSeconds(30);

  static BranchId branch(int number) {
    return new BranchId(7, Bytes.utf8("tx" + number), Bytes.utf8("b"));
  }

  static Message message(String body) {
    return Message.of(Bytes.utf8("head"), Bytes.utf8(body));
  }

  static Position put(MessageStore store, Destination destination, Message message) {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(destination, message);
    return transaction.commit().outcomes().get(0).position().orElseThrow();
  }

  static void prepare(MessageStore store, BranchId branch, Consumer<StoreTransaction> work) {
    StoreTransaction transaction = store.begin();
    work.accept(transaction);
    store.dtx().prepare(branch, transaction);
  }

  /** Opens the store for {@code work}, closes it and checks it. */
  <T> T open(Function<MessageStore, T> work) throws IOException {
    Instant then = Instant.now().minus(AGE);
    StoreOptions options = StoreOptions.DEFAULT.withDiskReserveBytes(0).withClock(() -> then);
    T answer;
    try (MessageStore store = LevelDbMessageStore.open(directory, options)) {
      store.declare(ORDERS);
      answer = work.apply(store);
    }
    try (Engine engine = new StorePlace(directory, System.err::println).openEngine()) {
      assertThat(StoreCheck.faults(engine)).isEmpty();
    }
    return answer;
  }

  /** As many branches as {@code bodies}, each of which stores one. */
  void prepare(String... bodies) throws IOException {
    open(
        store -> {
          for (int number = 1; number <= bodies.length; number++) {
            String body = bodies[number - 1];
            prepare(store, branch(number), tx -> tx.enqueue(ORDERS, message(body)));
          }
          return null;
        });
  }

  /** The bodies that a consumer would get. */
  List<String> bodies() throws IOException {
    return open(
        store ->
            store.browse(ORDERS, PageRequest.first(100)).items().stream()
                .map(message -> message.body().orElseThrow().toUtf8())
                .toList());
  }
}
