package io.levee.leveldb;

import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.MessageStore;
import io.levee.store.PageRequest;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreTransaction;
import io.levee.store.StoreTransaction.OnDuplicate;
import io.levee.store.StoredMessage;
import java.nio.file.Path;

/**
 * A process that stores and acknowledges until it is killed. It says what the store has answered,
 * one line each, after the answer: {@code stored <producer>#<n>} and {@code acked <producer>#<n>}.
 */
final class KilledStore {

  static final Destination QUEUE = Destination.queue("work");

  private static final int PRODUCERS = 4;
  private static final int BODY_BYTES = 600;

  private KilledStore() {}

  /** The arguments: a directory, and the number that producers start to count from. */
  public static void main(String[] args) throws InterruptedException {
    StoreOptions options =
        StoreOptions.DEFAULT.withDiskReserveBytes(0).withWriteBufferBytes(64 << 10);
    MessageStore store = LevelDbMessageStore.open(Path.of(args[0]), options);
    store.declare(QUEUE);
    long first = Long.parseLong(args[1]);
    for (int i = 0; i < PRODUCERS; i++) {
      String producer = "p" + i;
      new Thread(() -> produce(store, producer, first)).start();
    }
    Thread consumer = new Thread(() -> consume(store));
    consumer.start();
    say("working");
    consumer.join();
  }

  private static void produce(MessageStore store, String producer, long first) {
    for (long n = first; ; n++) {
      String name = producer + "#" + n;
      StoreTransaction transaction = store.begin();
      Message message =
          Message.of(Bytes.utf8(name), Bytes.wrap(new byte[BODY_BYTES]))
              .withIdentity(MessageIdentity.of(producer, n));
      transaction.enqueue(QUEUE, message, OnDuplicate.KEEP_STORED);
      transaction.commit();
      say("stored " + name);
    }
  }

  private static void consume(MessageStore store) {
    while (true) {
      for (StoredMessage message : store.browse(QUEUE, PageRequest.first(3)).items()) {
        StoreTransaction transaction = store.begin();
        transaction.acknowledge(message.position());
        if (transaction.commit().outcomes().get(0).status() == Status.APPLIED) {
          say("acked " + message.header().toUtf8());
        }
      }
    }
  }

  private static synchronized void say(String line) {
    System.out.println(line);
  }
}
