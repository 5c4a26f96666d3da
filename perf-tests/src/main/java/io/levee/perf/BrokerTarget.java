package io.levee.perf;

import io.levee.activemq.LeveePersistenceAdapter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.command.ProducerId;
import org.apache.activemq.store.MessageStore;
import org.apache.activemq.store.PersistenceAdapter;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;
import org.apache.activemq.util.ByteSequence;

/**
 * A store as a broker sees it, worked on without a broker; each with the settings it comes with.
 */
final class BrokerTarget implements SendTarget {

  /** Which of the broker's two ways to store a message is taken. */
  enum Way {
    /** The sending thread stores it. */
    DIRECT,
    /** The sending thread hands it over and waits: a queue with its cache on, as it starts. */
    QUEUED
  }

  private static final ActiveMQQueue QUEUE = new ActiveMQQueue("orders");
  private static final ConnectionContext CONTEXT = new ConnectionContext();

  private final PersistenceAdapter adapter;
  private final MessageStore store;
  private final Payload payload;
  private final Way way;
  private final AtomicInteger sessions = new AtomicInteger();

  private BrokerTarget(PersistenceAdapter adapter, Path directory, Payload payload, Way way)
      throws Exception {
    this.adapter = adapter;
    this.payload = payload;
    this.way = way;
    adapter.setDirectory(directory.toFile());
    adapter.start();
    store = adapter.createQueueMessageStore(QUEUE);
    store.start();
  }

  static SendTarget levee(Path directory, Payload payload, Way way) throws Exception {
    return new BrokerTarget(new LeveePersistenceAdapter(), directory, payload, way);
  }

  static SendTarget kahaDb(Path directory, Payload payload, Way way) throws Exception {
    KahaDBPersistenceAdapter adapter = new KahaDBPersistenceAdapter();
    BrokerService neverStarted = new BrokerService();
    neverStarted.setUseJmx(false);
    adapter.setBrokerService(neverStarted);
    return new BrokerTarget(adapter, directory, payload, way);
  }

  @Override
  public Producer producer(int number) {
    ProducerId id = new ProducerId(Payload.producerName(number));
    id.setSessionId(sessions.incrementAndGet());
    return new Producer() {
      private long sequence;

      @Override
      public void send() throws Exception {
        Message message = message(id, ++sequence);
        if (way == Way.DIRECT) {
          store.addMessage(CONTEXT, message);
        } else {
          store.asyncAddQueueMessage(CONTEXT, message).get();
        }
      }
    };
  }

  private Message message(ProducerId producer, long sequence) {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.setMessageId(new MessageId(producer, sequence));
    message.setProducerId(producer);
    message.setDestination(QUEUE);
    message.setPersistent(true);
    message.setResponseRequired(true);
    message.setPriority((byte) jakarta.jms.Message.DEFAULT_PRIORITY);
    message.setTimestamp(sequence);
    message.setContent(new ByteSequence(payload.body(sequence)));
    return message;
  }

  @Override
  public void close() throws IOException {
    try {
      store.stop();
      adapter.stop();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the adapter does not stop", e);
    }
  }
}
