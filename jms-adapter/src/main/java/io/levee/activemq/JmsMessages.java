package io.levee.activemq;

import io.levee.store.Bytes;
import io.levee.store.Content;
import io.levee.store.ContentWriter;
import io.levee.store.Message.Body;
import io.levee.store.Message.Inline;
import io.levee.store.MessageIdentity;
import io.levee.store.StoredMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.command.ProducerId;
import org.apache.activemq.util.ByteSequence;

/**
 * The one place that turns the broker's messages into stored ones and back.
 *
 * <p>A stored header is
 *
 * <pre>
 *   byte  format, 1
 *   byte  version of OpenWire
 *   byte  priority
 *   int   where in what follows the content was left out; -1 for a message without content
 *   ...   the message as OpenWire marshals it, without its content
 * </pre>
 *
 * and the content is the stored body. A header can so be read and replaced without the body.
 */
final class JmsMessages {

  static final byte FORMAT = 1;
  static final int PREFIX_BYTES = 7;
  static final int CONTENT_AT = 3;
  private static final int PRIORITY_AT = 2;

  /** From here on a content is streamed into the store, so that no commit has to carry it. */
  private static final int STREAMED_BYTES = 1 << 20;

  private final StoreGate gate;
  private final OpenWire openWire = new OpenWire();

  JmsMessages(StoreGate gate) {
    this.gate = gate;
  }

  /** What names a message whichever object stands for it. */
  static MessageIdentity identity(MessageId id) {
    return new MessageIdentity(producer(id.getProducerId()), id.getProducerSequenceId());
  }

  /** The broker's name of a stored message. */
  static MessageId id(StoredMessage stored) {
    MessageIdentity identity = stored.identity().orElseThrow();
    MessageId id = new MessageId(new ProducerId(identity.producer().toUtf8()), identity.sequence());
    id.setEntryLocator(stored.position());
    id.setFutureOrSequenceLong(stored.position().sequence());
    return id;
  }

  static Bytes producer(ProducerId id) {
    return Bytes.utf8(id.toString());
  }

  /** The priority of a stored message, without reading the rest of it. */
  static int priority(StoredMessage stored) {
    return stored.header().asBuffer().get(PRIORITY_AT);
  }

  /** The stored form of {@code message}; a large content is in the store when this returns. */
  io.levee.store.Message toStored(Message message, int lane) throws IOException {
    Bytes header = header(message);
    return new io.levee.store.Message(
        header,
        body(message.getContent()),
        Optional.of(identity(message.getMessageId())),
        Math.max(0, message.getExpiration()),
        lane);
  }

  /** The header of {@code message}, which is left in the state in which a transport leaves it. */
  Bytes header(Message message) throws IOException {
    message.beforeMarshall(null);
    ByteArrayOutputStream marshalled = new ByteArrayOutputStream(512);
    HeaderOutput out = new HeaderOutput(marshalled, message.getContent());
    openWire.write(message, out);
    out.flush();
    ByteBuffer header = ByteBuffer.allocate(PREFIX_BYTES + marshalled.size());
    header.put(FORMAT).put((byte) OpenWire.VERSION).put(message.getPriority());
    header.putInt(out.contentAt());
    header.put(marshalled.toByteArray());
    return Bytes.wrap(header.array());
  }

  /**
   * The broker's form of a stored message, with its place in the store on its id; or empty when the
   * message is removed while its body is read.
   */
  Optional<Message> toJms(StoredMessage stored) throws IOException {
    if (stored.body().isPresent()) {
      InputStream body = new ByteArrayInputStream(stored.body().get().toArray());
      return Optional.of(toJms(stored, body));
    }
    Optional<InputStream> body = gate.ask(store -> store.openBody(stored.position()));
    if (body.isEmpty()) {
      return Optional.empty();
    }
    try (InputStream streamed = body.get()) {
      return Optional.of(toJms(stored, streamed));
    } catch (IOException e) {
      if (gate.ask(store -> store.read(stored.position())).isEmpty()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Body body(ByteSequence content) throws IOException {
    if (content == null) {
      return new Inline(Bytes.EMPTY);
    }
    if (content.getLength() < STREAMED_BYTES) {
      return new Inline(bytes(content));
    }
    return gate.ask(store -> stream(content, store.newContent()));
  }

  private static Bytes bytes(ByteSequence content) {
    // The broker never changes a marshalled content, so an array that holds nothing else is shared.
    return content.getLength() == content.getData().length
        ? Bytes.wrap(content.getData())
        : Bytes.copyOf(content.getData(), content.getOffset(), content.getLength());
  }

  private static Content stream(ByteSequence content, ContentWriter writer) {
    try (writer) {
      writer.write(content.getData(), content.getOffset(), content.getLength());
      return writer.finish();
    }
  }

  private Message toJms(StoredMessage stored, InputStream body) throws IOException {
    Message message = unmarshal(stored, body);
    MessageId id = message.getMessageId();
    id.setEntryLocator(stored.position());
    id.setFutureOrSequenceLong(stored.position().sequence());
    return message;
  }

  private Message unmarshal(StoredMessage stored, InputStream body) throws IOException {
    ByteBuffer prefix = stored.header().asBuffer();
    byte format = prefix.get();
    if (format != FORMAT) {
      throw new IOException(
          "the message at " + stored.position() + " has the unknown format " + format);
    }
    int version = prefix.get();
    int contentAt = prefix.getInt(CONTENT_AT);
    DataInputStream in = SplitInput.joined(stored.header(), PREFIX_BYTES, contentAt, body);
    return (Message) openWire.read(version, in);
  }
}
