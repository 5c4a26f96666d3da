package io.levee.leveldb.change;

import io.levee.leveldb.key.SubscriptionRecord;

/**
 * A subscription came to be.
 *
 * @param topicId its topic
 * @param id its number
 * @param record its name, data and start
 */
public record SubscriptionAdded(int topicId, int id, SubscriptionRecord record) implements Change {

  @Override
  public void writeTo(WriteSet out) {
    // Written with the other subscriptions of the batch.
  }

  @Override
  public void applyTo(Image image) {
    image.touch(image.addSubscription(topicId, id, record));
    image.usedSubscriptionId(id);
  }
}
