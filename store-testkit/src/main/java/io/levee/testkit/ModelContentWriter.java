package io.levee.testkit;

import static io.levee.store.StoreException.Code.MESSAGE_TOO_LARGE;

import io.levee.store.Content;
import io.levee.store.ContentWriter;
import io.levee.store.StoreException;
import java.io.ByteArrayOutputStream;

/** A streamed payload of the model, in memory until it is finished. */
final class ModelContentWriter implements ContentWriter {

  private final StoreModel model;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  ModelContentWriter(StoreModel model) {
    this.model = model;
  }

  @Override
  public void write(byte[] more, int offset, int length) {
    model.state();
    if (bytes.size() + length > model.limits().maxBodyBytes()) {
      throw new StoreException(MESSAGE_TOO_LARGE, bytes.size() + length + " bytes");
    }
    bytes.write(more, offset, length);
  }

  @Override
  public Content finish() {
    return model.store(bytes.toByteArray());
  }

  @Override
  public void close() {
    bytes.reset();
  }
}
