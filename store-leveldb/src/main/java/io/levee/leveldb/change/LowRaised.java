package io.levee.leveldb.change;

/**
 * The first live message of a lane was found by a seek: nothing below it is live.
 *
 * @param destinationId the destination
 * @param lane the lane
 * @param firstLive the sequence of that message
 */
public record LowRaised(int destinationId, int lane, long firstLive) implements Change {

  @Override
  public void writeTo(WriteSet out) {
    // The watermark is part of the counters.
  }

  @Override
  public void applyTo(Image image) {
    image.change(destinationId).raiseLow(lane, firstLive);
  }
}
