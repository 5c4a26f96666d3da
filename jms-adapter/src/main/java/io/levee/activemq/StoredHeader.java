package io.levee.activemq;

import io.levee.store.Bytes;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.activemq.command.Message;
import org.apache.activemq.openwire.OpenWireFormat;

/**
 * What can be told of a stored header without its body, by programs that look into a store and find
 * headers of any origin there.
 */
public final class StoredHeader {

  /** A marshalled content begins with its length. */
  private static final int LENGTH_BYTES = 4;

  private StoredHeader() {}

  /**
   * The JMS message id in {@code header}; empty when the header is not one that the adapter wrote,
   * or is one of a format that this version does not know.
   */
  public static Optional<String> messageId(Bytes header) {
    if (header.size() <= JmsMessages.PREFIX_BYTES
        || header.asBuffer().get() != JmsMessages.FORMAT) {
      return Optional.empty();
    }
    try {
      return Optional.of(withoutContent(header).getMessageId().toString());
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // bytes of somebody else that happen to begin like ours
    }
  }

  private static Message withoutContent(Bytes header) throws IOException {
    byte[] bytes = header.toArray();
    ByteBuffer fields = ByteBuffer.wrap(bytes);
    int contentAt = fields.getInt(JmsMessages.CONTENT_AT);
    if (contentAt != HeaderOutput.NO_CONTENT) {
      fields.putInt(JmsMessages.PREFIX_BYTES + contentAt - LENGTH_BYTES, 0);
    }
    // No length in somebody else's bytes is taken for one that memory is needed for.
    OpenWireFormat format = OpenWire.format(bytes[1]);
    format.setMaxFrameSizeEnabled(true);
    format.setMaxFrameSize(bytes.length);
    int marshalled = bytes.length - JmsMessages.PREFIX_BYTES;
    return (Message)
        format.unmarshal(
            new DataInputStream(
                new ByteArrayInputStream(bytes, JmsMessages.PREFIX_BYTES, marshalled)));
  }
}
