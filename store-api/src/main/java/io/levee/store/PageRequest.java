package io.levee.store;

/**
 * How much of a lane to read, and from where.
 *
 * @param lane the priority lane
 * @param afterSequence the sequence after which to start; 0 for the head
 * @param limit the most messages to answer, 1 to 100,000
 * @param maxBytes the bytes of header and body at which the page ends; at least one message is
 *     answered whatever its size
 */
public record PageRequest(int lane, long afterSequence, int limit, long maxBytes) {

  /** The default bound on the bytes of one page: 8 MiB. */
  public static final long DEFAULT_MAX_BYTES = 8L << 20;

  public PageRequest {
    if (lane < 0 || lane >= DestinationOptions.MAX_LANES) {
      throw new IllegalArgumentException("no such lane: " + lane);
    }
    if (afterSequence < 0) {
      throw new IllegalArgumentException("a page starts after 0 or more, not " + afterSequence);
    }
    if (limit < 1 || limit > 100_000) {
      throw new IllegalArgumentException("limit must be 1 to 100,000, not " + limit);
    }
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes must be positive, not " + maxBytes);
    }
  }

  /** At most {@code limit} messages from the head of lane 0. */
  public static PageRequest first(int limit) {
    return new PageRequest(0, 0, limit, DEFAULT_MAX_BYTES);
  }

  /** At most {@code limit} messages of lane 0 after {@code sequence}. */
  public static PageRequest after(long sequence, int limit) {
    return new PageRequest(0, sequence, limit, DEFAULT_MAX_BYTES);
  }

  /** The same in another lane. */
  public PageRequest inLane(int lane) {
    return new PageRequest(lane, afterSequence, limit, maxBytes);
  }
}
