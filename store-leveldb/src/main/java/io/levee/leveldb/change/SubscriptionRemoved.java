package io.levee.leveldb.change;

/**
 * A subscription is gone; what nobody waits for any more has to be swept out.
 *
 * @param subscription what it was
 */
public record SubscriptionRemoved(SubscriptionImage subscription) implements Change {

  @Override
  public void writeTo(WriteSet out) {
    subscription.deleteFrom(out);
  }

  @Override
  public void applyTo(Image image) {
    subscription.end();
    image.removeSubscription(subscription);
    image.change(subscription.topicId()).sweep();
  }
}
