package io.levee.store;

import java.util.Objects;

/**
 * A name that a producer gives to a message, so that the message can be found by it and is not
 * stored twice in one destination.
 *
 * @param producer the producer's name, any bytes
 * @param sequence the producer's own number for the message, not negative; producers that count up
 *     cost nothing to check
 */
public record MessageIdentity(Bytes producer, long sequence) {

  public MessageIdentity {
    Objects.requireNonNull(producer, "producer");
    if (sequence < 0) {
      throw new IllegalArgumentException("sequence must not be negative: " + sequence);
    }
  }

  /** The identity of number {@code sequence} of the producer called {@code producer}. */
  public static MessageIdentity of(String producer, long sequence) {
    return new MessageIdentity(Bytes.utf8(producer), sequence);
  }
}
