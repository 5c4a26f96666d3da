package io.levee.testkit;

import io.levee.store.Bytes;
import io.levee.store.Position;
import java.io.IOException;
import java.io.InputStream;

/** Reads a body of the model for as long as its message is there. */
final class ModelBody extends InputStream {

  private final StoreModel model;
  private final Position position;
  private int offset;

  ModelBody(StoreModel model, Position position) {
    this.model = model;
    this.position = position;
  }

  @Override
  public int read() throws IOException {
    byte[] next = new byte[1];
    return read(next, 0, 1) < 0 ? -1 : next[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int at, int length) throws IOException {
    Bytes body =
        model
            .state()
            .find(position)
            .map(ModelMessage::body)
            .orElseThrow(() -> new IOException("the message at " + position + " is gone"));
    if (offset == body.size()) {
      return -1;
    }
    int count = Math.min(length, body.size() - offset);
    body.copyTo(offset, target, at, count);
    offset += count;
    return count;
  }
}
