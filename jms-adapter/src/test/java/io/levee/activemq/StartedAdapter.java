package io.levee.activemq;

import java.nio.file.Path;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.command.ConnectionId;
import org.apache.activemq.command.LocalTransactionId;
import org.apache.activemq.command.MessageAck;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.command.TransactionId;
import org.apache.activemq.store.MessageStore;
import org.apache.activemq.store.TopicMessageStore;

/** An adapter over a directory, worked on as a broker does, without a broker. */
final class StartedAdapter implements AutoCloseable {

  static final ConnectionContext CONTEXT = new ConnectionContext();

  private final LeveePersistenceAdapter adapter = new LeveePersistenceAdapter();

  StartedAdapter(Path directory) throws Exception {
    adapter.setDirectory(directory.toFile());
    adapter.start();
  }

  LeveePersistenceAdapter adapter() {
    return adapter;
  }

  MessageStore queue(String name) throws Exception {
    MessageStore store = adapter.createQueueMessageStore(new ActiveMQQueue(name));
    store.start();
    return store;
  }

  TopicMessageStore topic(String name) throws Exception {
    TopicMessageStore store = adapter.createTopicMessageStore(new ActiveMQTopic(name));
    store.start();
    return store;
  }

  void restart() throws Exception {
    adapter.stop();
    adapter.start();
  }

  @Override
  public void close() {
    try {
      adapter.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the adapter does not stop", e);
    }
  }

  static ActiveMQTextMessage message(ActiveMQDestination destination, long number)
      throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setMessageId(id(number));
    message.setDestination(destination);
    message.setText("text " + number);
    message.setPersistent(true);
    message.setPriority((byte) jakarta.jms.Message.DEFAULT_PRIORITY);
    message.setResponseRequired(true);
    return message;
  }

  /** A new object each time, as a broker has one that knows nothing of the store. */
  static MessageId id(long number) {
    return new MessageId("ID:sender-1:1:1:" + number);
  }

  static MessageAck ack(ActiveMQDestination destination, MessageId id, TransactionId transaction) {
    MessageAck ack = new MessageAck();
    ack.setDestination(destination);
    ack.setAckType(MessageAck.STANDARD_ACK_TYPE);
    ack.setFirstMessageId(id);
    ack.setLastMessageId(id);
    ack.setMessageCount(1);
    ack.setTransactionId(transaction);
    ack.setResponseRequired(true);
    return ack;
  }

  static LocalTransactionId transaction(long number) {
    return new LocalTransactionId(new ConnectionId("connection"), number);
  }

  static MessageStore sendAll(MessageStore store, int from, int to) throws Exception {
    for (int number = from; number <= to; number++) {
      store.addMessage(CONTEXT, message(store.getDestination(), number));
    }
    return store;
  }
}
