package io.levee.store;

import java.util.Objects;

/**
 * A message in a dead-letter channel.
 *
 * @param message the message as it lies in the channel
 * @param origin where it came from; may have been removed since
 * @param originSequence its sequence there
 * @param reason why it was given up on
 * @param deadLetteredAtMillis when, by the store's clock, in milliseconds since the epoch
 * @param redeliveries how often it had been redelivered by then; the message says how often by now
 */
public record DeadLetter(
    StoredMessage message,
    Destination origin,
    long originSequence,
    String reason,
    long deadLetteredAtMillis,
    int redeliveries) {

  public DeadLetter {
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(reason, "reason");
  }
}
