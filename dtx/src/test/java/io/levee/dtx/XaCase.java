package io.levee.dtx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
import io.levee.testkit.FaultyEngine;
import io.levee.testkit.ManualClock;
import io.levee.testkit.MemoryDisk;
import io.levee.testkit.MemoryEngine;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every test of the resource starts from: a store whose engine can be made to fail, one
 * session, and the words that the tests are written in. The store is checked when it is closed.
 */
abstract class XaCase {

  static final Destination ORDERS = Destination.queue("orders");
  static final Xid ONE = xid(1);
  static final Xid TWO = xid(2);

  final ManualClock clock = new ManualClock(Instant.parse("2026-03-01T12:00:00Z"));
  final MemoryDisk disk = new MemoryDisk();
  FaultyEngine engine;
  MessageStore store;
  XaResourceManager manager;
  XaSession session;
  XAResource resource;

  static Xid xid(int number) {
    return new BranchXid(new BranchId(4711, Bytes.utf8("global " + number), Bytes.utf8("here")));
  }

  @BeforeEach
  void openStore() {
    open();
    store.declare(ORDERS);
  }

  private void open() {
    engine = new FaultyEngine(MemoryEngine.open(disk));
    store =
        LevelDbMessageStore.open(
            engine,
            StoreOptions.DEFAULT
                .withDiskReserveBytes(0)
                .withMaxTransactionBytes(2 << 20)
                .withHousekeepingIntervalMillis(0)
                .withClock(clock));
    manager = new XaResourceManager(store, clock);
    session = manager.openSession();
    resource = session.resource();
  }

  @AfterEach
  void closeStore() {
    close();
  }

  private void close() {
    session.close();
    store.close();
    try (Engine closed = MemoryEngine.open(disk)) {
      assertThat(StoreCheck.faults(closed))
          .as("what the check of the closed store finds")
          .isEmpty();
    }
  }

  void reopen() {
    close();
    open();
  }

  /** Begins a branch and asks for one message in it. */
  void send(Xid xid, String body) throws XAException {
    resource.start(xid, XAResource.TMNOFLAGS);
    session.transaction().enqueue(ORDERS, message(body));
  }

  /** The same, ended. */
  void sendAndEnd(Xid xid, String body) throws XAException {
    send(xid, body);
    resource.end(xid, XAResource.TMSUCCESS);
  }

  void prepare(Xid xid, String body) throws XAException {
    sendAndEnd(xid, body);
    assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
  }

  static Message message(String body) {
    return Message.of(Bytes.EMPTY, Bytes.utf8(body));
  }

  Position put(String body) {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(ORDERS, message(body));
    return transaction.commit().outcomes().get(0).position().orElseThrow();
  }

  List<String> bodies() {
    return store.browse(ORDERS, PageRequest.first(1000)).items().stream()
        .map(message -> message.body().orElseThrow().toUtf8())
        .toList();
  }

  List<Xid> recovered() throws XAException {
    return Arrays.asList(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN));
  }

  static int codeOf(ThrowingCallable call) {
    XAException error = catchThrowableOfType(XAException.class, call);
    assertThat(error).as("an XA error").isNotNull();
    assertThat(error.getMessage()).as("what the error says").isNotBlank();
    return error.errorCode;
  }
}
