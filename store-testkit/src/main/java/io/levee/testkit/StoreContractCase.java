package io.levee.testkit;

import static io.levee.store.StoreException.Code;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.Message;
import io.levee.store.MessageStore;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Outcome;
import io.levee.store.StoreException;
import io.levee.store.StoreTransaction;
import io.levee.store.StoredMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every part of the contract starts from: an empty store with a clock that stands still, and
 * the words that the tests are written in. Every store that a test opened is checked when it
 * closes.
 */
abstract class StoreContractCase {

  static final Destination ORDERS = Destination.queue("orders");
  static final Destination BILLS = Destination.queue("bills");
  static final Destination NEWS = Destination.topic("news");
  static final Destination DEAD = Destination.deadLetterChannel("dead");

  final ManualClock clock = new ManualClock(Instant.parse("2026-03-01T12:00:00Z"));

  MessageStore store;
  StoreLimits limits;

  private StoreFixture fixture;

  abstract StoreFixture newFixture();

  @BeforeEach
  void openStore() {
    fixture = newFixture();
    limits = fixture.limits();
    store = fixture.open(clock);
  }

  @AfterEach
  void closeStore() {
    try {
      closeAndCheck();
    } finally {
      fixture.close();
    }
  }

  /** Closes the store and opens it again over what it left. */
  void reopen() {
    closeAndCheck();
    store = fixture.open(clock);
  }

  private void closeAndCheck() {
    store.close();
    assertThat(fixture.check()).as("what the check of the closed store finds").isEmpty();
  }

  Receipt commit(Consumer<StoreTransaction> work) {
    StoreTransaction transaction = store.begin();
    work.accept(transaction);
    return transaction.commit();
  }

  /** The one outcome of a transaction of one operation. */
  Outcome outcomeOf(Consumer<StoreTransaction> operation) {
    return commit(operation).outcomes().get(0);
  }

  Receipt.Status statusOf(Consumer<StoreTransaction> operation) {
    return outcomeOf(operation).status();
  }

  /** Stores one message and answers where it lies. */
  Position put(Destination destination, Message message) {
    return outcomeOf(tx -> tx.enqueue(destination, message)).position().orElseThrow();
  }

  Position put(Destination destination, String body) {
    return put(destination, message(body));
  }

  List<Position> putAll(Destination destination, String... bodies) {
    return Arrays.stream(bodies).map(body -> put(destination, body)).toList();
  }

  static Message message(String body) {
    return Message.of(Bytes.utf8("h"), Bytes.utf8(body));
  }

  /** A body of {@code size} bytes, no two neighbouring pieces of which are alike. */
  static Bytes bytes(int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (i * 31 + i / 251);
    }
    return Bytes.wrap(bytes);
  }

  /** The small bodies of lane 0, in order. */
  List<String> bodies(Destination destination) {
    return bodies(destination, 0);
  }

  List<String> bodies(Destination destination, int lane) {
    return bodiesOf(store.browse(destination, PageRequest.first(1000).inLane(lane)));
  }

  static List<String> bodiesOf(Page<StoredMessage> page) {
    return page.items().stream().map(StoreContractCase::bodyOf).toList();
  }

  static String bodyOf(StoredMessage message) {
    return message.body().orElseThrow().toUtf8();
  }

  StoredMessage stored(Position position) {
    return store.read(position).orElseThrow();
  }

  DestinationInfo info(Destination destination) {
    return store.find(destination).orElseThrow();
  }

  /** Everything in pages of {@code limit}; each page but the last must hold as many. */
  static <T> List<T> inPages(int limit, Function<Long, Page<T>> page, Function<T, Long> sequence) {
    List<T> all = new ArrayList<>();
    Page<T> next = page.apply(0L);
    while (next.more()) {
      assertThat(next.items()).as("a page with more after it").hasSize(limit);
      all.addAll(next.items());
      next = page.apply(sequence.apply(next.items().get(limit - 1)));
    }
    all.addAll(next.items());
    return all;
  }

  /** Why {@code call} is refused. */
  static Code refusal(ThrowingCallable call) {
    Throwable thrown = catchThrowableOfType(Throwable.class, call);
    assertThat(thrown).as("a refusal").isNotNull();
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    assertThat(cause).isInstanceOf(StoreException.class);
    return ((StoreException) cause).code();
  }

  /** Why a transaction is refused. */
  Code refusalOf(Consumer<StoreTransaction> work) {
    return refusal(() -> commit(work));
  }
}
