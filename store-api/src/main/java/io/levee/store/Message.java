package io.levee.store;

import java.util.Objects;
import java.util.Optional;

/**
 * A message as it is given to the store: bytes that the store keeps and does not read.
 *
 * @param header what a reader needs before the body; always read together with the position
 * @param body the payload, in memory or streamed into the store before
 * @param identity the producer's name for it, if it has one
 * @param expiresAtMillis when it expires, in milliseconds since the epoch; 0 for never
 * @param lane the priority lane, 0 to the destination's lanes less one
 */
public record Message(
    Bytes header, Body body, Optional<MessageIdentity> identity, long expiresAtMillis, int lane) {

  /** The payload of a message. */
  public sealed interface Body permits Inline, Content {
    /** How many bytes. */
    long size();
  }

  /**
   * A payload in memory.
   *
   * @param bytes the payload, may be empty
   */
  public record Inline(Bytes bytes) implements Body {
    public Inline {
      Objects.requireNonNull(bytes, "a message needs a body; an empty one is Bytes.EMPTY");
    }

    @Override
    public long size() {
      return bytes.size();
    }
  }

  public Message {
    Objects.requireNonNull(header, "a message needs a header; an empty one is Bytes.EMPTY");
    Objects.requireNonNull(body, "a message needs a body; an empty one is Bytes.EMPTY");
    Objects.requireNonNull(identity, "identity");
    if (expiresAtMillis < 0) {
      throw new IllegalArgumentException(
          "expiry must be 0 for never, or milliseconds since the epoch, not " + expiresAtMillis);
    }
    if (lane < 0 || lane >= DestinationOptions.MAX_LANES) {
      throw new IllegalArgumentException(
          "lane must be 0 to " + (DestinationOptions.MAX_LANES - 1) + ", not " + lane);
    }
  }

  /** A message that never expires, in lane 0, without an identity. */
  public static Message of(Bytes header, Bytes body) {
    return new Message(header, new Inline(body), Optional.empty(), 0, 0);
  }

  /** The same for a payload that was streamed into the store. */
  public static Message of(Bytes header, Content content) {
    return new Message(header, content, Optional.empty(), 0, 0);
  }

  /** The same under the producer's name for it. */
  public Message withIdentity(MessageIdentity identity) {
    return new Message(header, body, Optional.of(identity), expiresAtMillis, lane);
  }

  /** The same with an expiry in milliseconds since the epoch; 0 for never. */
  public Message expiringAt(long expiresAtMillis) {
    return new Message(header, body, identity, expiresAtMillis, lane);
  }

  /** The same in another lane. */
  public Message inLane(int lane) {
    return new Message(header, body, identity, expiresAtMillis, lane);
  }
}
