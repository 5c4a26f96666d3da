package io.levee.testkit;

import io.levee.store.BranchId;
import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Content;
import io.levee.store.ContentWriter;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.MessageStore;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.StoreTransaction;
import io.levee.store.Subscriptions.Start;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** One call of each kind that a store can answer, by name, to see that it refuses all of them. */
final class EveryCall {

  private static final Destination QUEUE = Destination.queue("every call");
  private static final Destination TOPIC = Destination.topic("every call");
  private static final Bytes NAME = Bytes.utf8("every call");
  private static final MessageIdentity IDENTITY = MessageIdentity.of("every call", 1);
  private static final BranchId BRANCH = new BranchId(1, NAME, Bytes.EMPTY);
  private static final Position POSITION = new Position(1, 0, 1);

  private final Map<String, ThrowingCallable> calls = new LinkedHashMap<>();

  private EveryCall() {}

  /** Every call on {@code store}; the transactions and the writer were made while it was open. */
  static Map<String, ThrowingCallable> of(
      MessageStore store, StoreTransaction first, StoreTransaction second, ContentWriter writer) {
    EveryCall every = new EveryCall();
    every.destinations(store);
    every.messages(store);
    every.deadLetters(store);
    every.subscriptions(store);
    every.branches(store);
    every.calls.put("commit", first::commit);
    every.calls.put("commitAsync", () -> second.commitAsync(CommitDurability.SYNC).join());
    every.calls.put("ContentWriter.write", () -> writer.write(new byte[1_000_000], 0, 2000));
    every.calls.put("ContentWriter.finish", writer::finish);
    return every.calls;
  }

  private void destinations(MessageStore store) {
    calls.put("declare", () -> store.declare(QUEUE));
    calls.put("remove", () -> store.remove(QUEUE));
    calls.put("find", () -> store.find(QUEUE));
    calls.put("destinations", store::destinations);
    calls.put("purge", () -> store.purge(QUEUE));
    calls.put("begin", store::begin);
    calls.put("newContent", store::newContent);
    calls.put("discard", () -> store.discard(new Content(1, 1, 1024)));
    calls.put("flush", store::flush);
    calls.put("retained", () -> store.retained(QUEUE));
    calls.put("retainedDestinations", store::retainedDestinations);
  }

  private void messages(MessageStore store) {
    calls.put("browse", () -> store.browse(QUEUE, PageRequest.first(1)));
    calls.put("read", () -> store.read(POSITION));
    calls.put("readChunk", () -> store.readChunk(POSITION, 0));
    calls.put("openBody", () -> store.openBody(POSITION));
    calls.put("locate", () -> store.locate(IDENTITY));
    calls.put("locate in a destination", () -> store.locate(QUEUE, IDENTITY));
    calls.put("lastProducerSequence", () -> store.lastProducerSequence(NAME));
    calls.put("expired", () -> store.expired(1, 1));
    calls.put("expire", () -> store.expire(1, 1));
  }

  private void deadLetters(MessageStore store) {
    calls.put("DeadLetters.list", () -> store.deadLetters().list("every call", 0, 1));
    calls.put(
        "DeadLetters.listFrom", () -> store.deadLetters().listFrom("every call", QUEUE, 0, 1));
    calls.put("DeadLetters.origins", () -> store.deadLetters().origins("every call"));
  }

  private void subscriptions(MessageStore store) {
    calls.put(
        "subscribe",
        () -> store.subscriptions().subscribe(TOPIC, NAME, Bytes.EMPTY, Start.AFTER_LAST));
    calls.put(
        "resubscribe",
        () -> store.subscriptions().resubscribe(TOPIC, NAME, Bytes.EMPTY, Start.AT_FIRST));
    calls.put("unsubscribe", () -> store.subscriptions().unsubscribe(TOPIC, NAME));
    calls.put("Subscriptions.find", () -> store.subscriptions().find(TOPIC, NAME));
    calls.put("Subscriptions.list", () -> store.subscriptions().list(TOPIC));
    calls.put(
        "Subscriptions.browse",
        () -> store.subscriptions().browse(TOPIC, NAME, PageRequest.first(1)));
    calls.put("isPending", () -> store.subscriptions().isPending(TOPIC, NAME, 1));
  }

  private void branches(MessageStore store) {
    calls.put("DtxStore.commit", () -> store.dtx().commit(BRANCH));
    calls.put("DtxStore.rollback", () -> store.dtx().rollback(BRANCH));
    calls.put("DtxStore.forceCommit", () -> store.dtx().forceCommit(BRANCH, receipt -> {}));
    calls.put("DtxStore.forceRollback", () -> store.dtx().forceRollback(BRANCH));
    calls.put("DtxStore.forget", () -> store.dtx().forget(BRANCH));
    calls.put("DtxStore.find", () -> store.dtx().find(BRANCH));
    calls.put("DtxStore.list", () -> store.dtx().list(0, 1));
    calls.put("DtxStore.operations", () -> store.dtx().operations(BRANCH, -1, 1));
  }

  /** A transaction that would store something if {@code destination} is declared. */
  static StoreTransaction storing(MessageStore store, Destination destination) {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(destination, Message.of(Bytes.EMPTY, NAME));
    return transaction;
  }
}
