package io.levee.activemq;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.store.Bytes;
import java.io.IOException;
import java.util.Random;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageId;
import org.junit.jupiter.api.Test;

/** What a stored header tells by itself. */
final class StoredHeaderTest {

  private final JmsMessages messages = new JmsMessages(null);

  private Bytes header(Message message) throws IOException {
    message.setMessageId(new MessageId("ID:host-1234-1:1:1:1:7"));
    message.setDestination(new ActiveMQQueue("orders"));
    return messages.header(message);
  }

  @Test
  void theIdOfAMessageIsToldWithoutItsBody() throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setText("x".repeat(2 << 20));
    message.setStringProperty("customer", "a property stands behind the content");

    assertThat(StoredHeader.messageId(header(message))).contains("ID:host-1234-1:1:1:1:7");
  }

  @Test
  void theIdOfAMessageThatHasNoBodyIsTold() throws Exception {
    assertThat(StoredHeader.messageId(header(new ActiveMQMessage())))
        .contains("ID:host-1234-1:1:1:1:7");
  }

  @Test
  void headersOfAnotherOriginTellNothing() {
    assertThat(StoredHeader.messageId(Bytes.EMPTY)).isEmpty();
    assertThat(StoredHeader.messageId(Bytes.utf8("an application's header"))).isEmpty();
    assertThat(StoredHeader.messageId(Bytes.wrap(new byte[] {JmsMessages.FORMAT}))).isEmpty();
  }

  @Test
  void bytesThatOnlyBeginLikeAHeaderTellNothing() throws Exception {
    byte[] real = header(new ActiveMQTextMessage()).toArray();
    Random random = new Random(3);
    for (int round = 0; round < 2_000; round++) {
      byte[] bytes = new byte[8 + random.nextInt(200)];
      random.nextBytes(bytes);
      System.arraycopy(real, 0, bytes, 0, 8);
      assertThat(StoredHeader.messageId(Bytes.wrap(bytes))).isEmpty();
    }
  }
}
