package io.levee.activemq;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.activemq.command.ActiveMQBlobMessage;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQMapMessage;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.command.ActiveMQObjectMessage;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQStreamMessage;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.command.BrokerId;
import org.apache.activemq.command.ConsumerId;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.store.MessageStore;
import org.apache.activemq.util.ByteSequence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A message comes back from the store as it went in, whatever its kind and size. */
final class JmsMessagesTest {

  private static final ActiveMQQueue QUEUE = new ActiveMQQueue("orders");

  private StartedAdapter started;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    started = new StartedAdapter(directory);
  }

  @AfterEach
  void stop() {
    started.close();
  }

  private <T extends Message> T throughTheStore(T message) throws Exception {
    message.setMessageId(StartedAdapter.id(1));
    message.setDestination(QUEUE);
    started.queue("orders").addMessage(StartedAdapter.CONTEXT, message);
    started.restart();
    Message stored = started.queue("orders").getMessage(StartedAdapter.id(1));
    assertThat(stored).isInstanceOf(message.getClass());
    @SuppressWarnings("unchecked")
    T same = (T) stored;
    return same;
  }

  @Test
  void aText() throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setText("grüße, 世界");
    assertThat(throughTheStore(message).getText()).isEqualTo("grüße, 世界");
  }

  @Test
  void aTextThatIsNotThereAndOneThatIsEmpty() throws Exception {
    assertThat(throughTheStore(new ActiveMQTextMessage()).getText()).isNull();
    started.adapter().deleteAllMessages();
    ActiveMQTextMessage empty = new ActiveMQTextMessage();
    empty.setText("");
    assertThat(throughTheStore(empty).getText()).isEmpty();
  }

  @Test
  void aMessageWithoutABody() throws Exception {
    ActiveMQMessage message = new ActiveMQMessage();
    message.setStringProperty("kind", "signal");
    assertThat(throughTheStore(message).getStringProperty("kind")).isEqualTo("signal");
  }

  @Test
  void bytes() throws Exception {
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.writeBytes(new byte[] {1, 2, 3});
    message.storeContent();
    ActiveMQBytesMessage stored = throughTheStore(message);
    stored.setReadOnlyBody(true);
    byte[] read = new byte[3];
    assertThat(stored.readBytes(read)).isEqualTo(3);
    assertThat(read).containsExactly(1, 2, 3);
  }

  @Test
  void aMap() throws Exception {
    ActiveMQMapMessage message = new ActiveMQMapMessage();
    message.setInt("count", 7);
    message.setString("name", "seven");
    ActiveMQMapMessage stored = throughTheStore(message);
    assertThat(stored.getInt("count")).isEqualTo(7);
    assertThat(stored.getString("name")).isEqualTo("seven");
  }

  @Test
  void anObject() throws Exception {
    ActiveMQObjectMessage message = new ActiveMQObjectMessage();
    message.setObject(new ArrayList<>(List.of("a", "b")));
    ActiveMQObjectMessage stored = throughTheStore(message);
    stored.setTrustAllPackages(true);
    assertThat(stored.getObject()).isEqualTo(List.of("a", "b"));
  }

  @Test
  void aStream() throws Exception {
    ActiveMQStreamMessage message = new ActiveMQStreamMessage();
    message.writeLong(5);
    message.writeString("five");
    message.storeContent();
    ActiveMQStreamMessage stored = throughTheStore(message);
    stored.setReadOnlyBody(true);
    assertThat(stored.readLong()).isEqualTo(5);
    assertThat(stored.readString()).isEqualTo("five");
  }

  @Test
  void aReferenceToABlob() throws Exception {
    ActiveMQBlobMessage message = new ActiveMQBlobMessage();
    message.setURL(new URL("http://localhost/picture"));
    message.setMimeType("image/png");
    ActiveMQBlobMessage stored = throughTheStore(message);
    assertThat(stored.getURL()).isEqualTo(message.getURL());
    assertThat(stored.getMimeType()).isEqualTo("image/png");
  }

  @Test
  void aCompressedTextStaysCompressed() throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setText("long ".repeat(1000));
    message.compress();
    ActiveMQTextMessage stored = throughTheStore(message);
    assertThat(stored.isCompressed()).isTrue();
    assertThat(stored.getContent().getLength()).isLessThan(1000);
    assertThat(stored.getText()).isEqualTo("long ".repeat(1000));
  }

  @Test
  void everyHeaderAndProperty() throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setText("text");
    message.setPriority((byte) 8);
    message.setExpiration(Long.MAX_VALUE);
    message.setTimestamp(123);
    message.setCorrelationId("correlated");
    message.setReplyTo(new ActiveMQTopic("replies"));
    message.setType("type");
    message.setGroupID("group");
    message.setGroupSequence(4);
    message.setUserID("user");
    message.setPersistent(true);
    message.setRedeliveryCounter(2);
    message.setOriginalDestination(new ActiveMQQueue("before"));
    message.setTargetConsumerId(new ConsumerId("consumer:1:1"));
    message.setBrokerPath(new BrokerId[] {new BrokerId("broker")});
    message.setArrival(456);
    message.setDroppable(true);
    message.setBooleanProperty("flag", true);
    message.setDoubleProperty("price", 1.5);
    message.setProperty(Message.ORIGINAL_EXPIRATION, 789L);
    ActiveMQTextMessage stored = throughTheStore(message);
    assertThat(stored)
        .usingRecursiveComparison()
        .ignoringFields("messageId", "text", "content", "marshalledProperties", "properties")
        .ignoringFieldsMatchingRegexes(".*size", ".*Property.*", ".*[rR]eadOnly.*", ".*hashCode")
        .isEqualTo(message);
    assertThat(stored.getProperties()).isEqualTo(message.getProperties());
  }

  @Test
  void theTextOfAForeignIdIsKept() throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setDestination(QUEUE);
    MessageId foreign = StartedAdapter.id(1);
    foreign.setTextView("ID:from-elsewhere");
    message.setMessageId(foreign);
    MessageStore queue = started.queue("orders");
    queue.addMessage(StartedAdapter.CONTEXT, message);
    Message stored = queue.getMessage(StartedAdapter.id(1));
    assertThat(stored.getMessageId().toString()).isEqualTo("ID:from-elsewhere");
    assertThat(queue.getMessage(stored.getMessageId().copy())).isNotNull();
  }

  @Test
  void theLiveMessageIsNotDisturbed() throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setText("text");
    message.setStringProperty("key", "value");
    throughTheStore(message);
    ByteSequence before = message.getContent();
    started.queue("orders").updateMessage(message);
    assertThat(message.getContent()).isSameAs(before);
    assertThat(message.getText()).isEqualTo("text");
    assertThat(message.getStringProperty("key")).isEqualTo("value");
  }

  @Test
  void aContentThatIsAPieceOfALargerArray() throws Exception {
    ActiveMQMessage message = new ActiveMQMessage();
    byte[] array = new byte[100];
    Arrays.fill(array, 40, 60, (byte) 9);
    message.setContent(new ByteSequence(array, 40, 20));
    ByteSequence stored = throughTheStore(message).getContent();
    assertThat(Arrays.copyOfRange(stored.getData(), stored.getOffset(), stored.getLength()))
        .hasSize(20)
        .containsOnly(9);
  }

  @Test
  void aBodyThatIsTooLargeToLieWithItsHeader() throws Exception {
    for (int size : new int[] {100_000, (1 << 20) - 1, 1 << 20, 20 << 20}) {
      ActiveMQMessage message = new ActiveMQMessage();
      byte[] body = new byte[size];
      new Random(size).nextBytes(body);
      message.setContent(new ByteSequence(body));
      assertThat(throughTheStore(message).getContent().getData()).isEqualTo(body);
      started.adapter().deleteAllMessages();
    }
  }
}
