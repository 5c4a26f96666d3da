package io.levee.leveldb.change;

import io.levee.store.Bytes;

/**
 * A producer stored a message.
 *
 * @param producer its name
 * @param lastSequence the highest sequence that it stored now or before
 * @param complete whether no stored message of it can have a higher one
 */
public record ProducerAdvanced(Bytes producer, long lastSequence, boolean complete)
    implements Change {

  @Override
  public void writeTo(WriteSet out) {
    // Written once for each batch, however many messages it stored in it.
  }

  @Override
  public void applyTo(Image image) {
    image.advanceProducer(producer, lastSequence, complete);
  }
}
