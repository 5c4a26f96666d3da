package io.levee.perf;

import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreOptions;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.MessageStore;
import io.levee.store.StoreStatus;
import io.levee.store.StoreTransaction;
import java.nio.file.Path;
import java.util.Locale;

/** The store itself. */
final class StoreTarget implements SendTarget {

  private static final Destination QUEUE = Destination.queue("orders");

  private final MessageStore store;
  private final Payload payload;
  private StoreStatus before;

  StoreTarget(Path directory, Payload payload) {
    this.store = LevelDbMessageStore.open(directory, StoreOptions.DEFAULT);
    this.payload = payload;
    store.declare(QUEUE);
    before = store.status();
  }

  @Override
  public Producer producer(int number) {
    before = store.status();
    Bytes name = Bytes.utf8(Payload.producerName(number) + ":" + before.commitNumber());
    return new Producer() {
      private long sequence;

      @Override
      public void send() {
        StoreTransaction transaction = store.begin();
        transaction.enqueue(QUEUE, payload.message(name, ++sequence));
        transaction.commit();
      }
    };
  }

  @Override
  public String remark() {
    StoreStatus now = store.status();
    long transactions = now.transactions() - before.transactions();
    long writes = Math.max(1, now.writes() - before.writes());
    return String.format(Locale.ROOT, "%.1f commits a write", (double) transactions / writes);
  }

  @Override
  public void close() {
    store.close();
  }
}
