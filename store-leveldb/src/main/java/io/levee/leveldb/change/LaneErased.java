package io.levee.leveldb.change;

/**
 * Erasing of purged messages came further in a lane.
 *
 * @param destinationId the destination
 * @param lane the lane
 * @param nextFrom where to go on
 * @param done whether nothing is left below {@code scannedLow}
 * @param scannedLow the low watermark when the lane was scanned
 */
public record LaneErased(int destinationId, int lane, long nextFrom, boolean done, long scannedLow)
    implements Change {

  @Override
  public void writeTo(WriteSet out) {
    // The place to go on from is part of the counters.
  }

  @Override
  public void applyTo(Image image) {
    image.change(destinationId).erasedThrough(lane, nextFrom, done, scannedLow);
  }
}
