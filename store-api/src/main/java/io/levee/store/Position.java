package io.levee.store;

/**
 * Where a message lies. Positions are given by the store at commit and never used again, not even
 * after the destination was removed and declared anew.
 *
 * @param destinationId the destination's number
 * @param lane the priority lane
 * @param sequence the number in the destination, in the order of commits, from 1
 */
public record Position(int destinationId, int lane, long sequence) implements Comparable<Position> {

  public Position {
    if (destinationId <= 0 || lane < 0 || lane >= DestinationOptions.MAX_LANES || sequence <= 0) {
      throw new IllegalArgumentException(
          "no such position: destination "
              + destinationId
              + ", lane "
              + lane
              + ", sequence "
              + sequence);
    }
  }

  @Override
  public int compareTo(Position other) {
    int byDestination = Integer.compare(destinationId, other.destinationId);
    int byLane = byDestination != 0 ? byDestination : Integer.compare(lane, other.lane);
    return byLane != 0 ? byLane : Long.compare(sequence, other.sequence);
  }

  @Override
  public String toString() {
    return destinationId + "/" + lane + "/" + sequence;
  }
}
