package io.levee.activemq;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.activemq.util.ByteSequence;

/**
 * Takes the marshalled form of a message without its content. The marshaller writes the content's
 * own array; it is recognised by that, left out, and its place is remembered. So the broker's live
 * message needs neither a copy nor a change.
 */
final class HeaderOutput extends DataOutputStream {

  /** The place of the content in a message that has none. */
  static final int NO_CONTENT = -1;

  private final ByteArrayOutputStream bytes;
  private final ByteSequence content;
  private int contentAt = NO_CONTENT;

  HeaderOutput(ByteArrayOutputStream bytes, ByteSequence content) {
    super(bytes);
    this.bytes = bytes;
    this.content = content;
  }

  @Override
  public synchronized void write(byte[] data, int offset, int length) throws IOException {
    if (contentAt == NO_CONTENT && isContent(data, offset, length)) {
      contentAt = bytes.size();
    } else {
      super.write(data, offset, length);
    }
  }

  /** Where the content was left out, counted from the first byte written here; or none. */
  int contentAt() {
    return contentAt;
  }

  private boolean isContent(byte[] data, int offset, int length) {
    return content != null
        && data == content.getData()
        && offset == content.getOffset()
        && length == content.getLength();
  }
}
