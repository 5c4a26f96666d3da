package io.levee.leveldb.change;

/**
 * A subscription does not wait for a message any more.
 *
 * @param subscription the subscription
 * @param sequence the message's sequence in the topic
 * @param bytes what the message counts for
 */
public record MessageSettled(SubscriptionImage subscription, long sequence, long bytes)
    implements Change {

  @Override
  public void writeTo(WriteSet out) {
    // Written once for each batch, as the ranges that came of it.
  }

  @Override
  public void applyTo(Image image) {
    long topicLow = image.destination(subscription.topicId()).orElseThrow().low(0);
    subscription.settle(sequence, bytes, topicLow);
    image.touch(subscription);
  }
}
