package io.levee.perf;

import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Destination;
import io.levee.store.MessageStore;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.StoreTransaction;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/**
 * Fills and drains one queue as fast as the store takes it: several operations in a transaction,
 * several transactions on their way, none of them forced. For the state that it leaves, not for its
 * speed.
 */
final class Load {

  private static final int ON_THEIR_WAY = 32;

  private final MessageStore store;
  private final Destination queue;
  private final int destinationId;
  private final Payload payload;
  private final Bytes producer = Bytes.utf8(Payload.producerName(0));
  private final Queue<CompletableFuture<Receipt>> onTheirWay = new ArrayDeque<>();
  private StoreTransaction transaction;
  private final int perTransaction;
  private long lastSequence;

  Load(MessageStore store, Destination queue, Payload payload, int perTransaction) {
    this.store = store;
    this.queue = queue;
    this.payload = payload;
    this.perTransaction = perTransaction;
    var declared = store.declare(queue);
    destinationId = declared.id();
    lastSequence = declared.lastSequence();
    transaction = store.begin();
  }

  /** Sends one message and answers the sequence that it will get: nobody else sends. */
  long send() {
    lastSequence++;
    transaction.enqueue(queue, payload.message(producer, lastSequence));
    commitIfFull();
    return lastSequence;
  }

  void acknowledge(long sequence) {
    transaction.acknowledge(new Position(destinationId, 0, sequence));
    commitIfFull();
  }

  private void commitIfFull() {
    if (transaction.size() >= perTransaction) {
      commit();
    }
  }

  private void commit() {
    onTheirWay.add(transaction.commitAsync(CommitDurability.BUFFERED));
    transaction = store.begin();
    if (onTheirWay.size() > ON_THEIR_WAY) {
      onTheirWay.remove().join();
    }
  }

  /** Waits until everything is stored. */
  void settle() {
    commit();
    onTheirWay.forEach(CompletableFuture::join);
    onTheirWay.clear();
  }

  /** Sends {@code count} messages and waits. */
  static void fill(MessageStore store, Destination queue, Payload payload, long count) {
    Load load = new Load(store, queue, payload, 50);
    for (long i = 0; i < count; i++) {
      load.send();
    }
    load.settle();
  }
}
