package io.levee.leveldb.change;

/**
 * All messages of a destination are gone: its watermarks passed them. Erasing follows.
 *
 * @param destinationId the destination
 */
public record DestinationPurged(int destinationId) implements Change {

  @Override
  public void writeTo(WriteSet out) {
    // The watermarks are part of the counters.
  }

  @Override
  public void applyTo(Image image) {
    DestinationImage destination = image.change(destinationId);
    destination.purge();
    for (SubscriptionImage subscription : image.subscriptions(destinationId)) {
      subscription.settleEverything(destination);
      image.touch(subscription);
    }
  }
}
