package io.levee.store;

import java.util.Objects;
import java.util.Optional;

/**
 * How a destination behaves; fixed when it is declared.
 *
 * @param lanes how many priority lanes it has, 1 to 10; lane 0 is served first, and each lane keeps
 *     its own order
 * @param expiry what the store does by itself with messages whose time has come
 * @param deadLetterChannel where expired messages go, present exactly when {@code expiry} is {@link
 *     Expiry#DEAD_LETTER}
 */
public record DestinationOptions(int lanes, Expiry expiry, Optional<String> deadLetterChannel) {

  /** The most lanes a destination can have: one for each JMS priority. */
  public static final int MAX_LANES = 10;

  /** One lane; expired messages are discarded. */
  public static final DestinationOptions DEFAULT =
      new DestinationOptions(1, Expiry.DISCARD, Optional.empty());

  /** What the store does by itself with messages whose time has come. */
  public enum Expiry {
    /** Nothing: somebody else, such as a broker, looks after them. */
    KEEP,
    /** They are removed. */
    DISCARD,
    /** They are moved to the dead-letter channel with the reason {@code expired}. */
    DEAD_LETTER
  }

  public DestinationOptions {
    Objects.requireNonNull(expiry, "expiry");
    Objects.requireNonNull(deadLetterChannel, "deadLetterChannel");
    if (lanes < 1 || lanes > MAX_LANES) {
      throw new IllegalArgumentException("lanes must be 1 to " + MAX_LANES + ", not " + lanes);
    }
    deadLetterChannel.ifPresent(Destination::deadLetterChannel); // a name that can be one
    if (deadLetterChannel.isPresent() != (expiry == Expiry.DEAD_LETTER)) {
      throw new IllegalArgumentException(
          "a dead-letter channel goes with expiry DEAD_LETTER and only with it: expiry="
              + expiry
              + " deadLetterChannel="
              + deadLetterChannel);
    }
  }

  /** The same with {@code lanes} lanes. */
  public DestinationOptions withLanes(int lanes) {
    return new DestinationOptions(lanes, expiry, deadLetterChannel);
  }

  /** The same, with expired messages left where they are. */
  public DestinationOptions keepingExpired() {
    return new DestinationOptions(lanes, Expiry.KEEP, Optional.empty());
  }

  /** The same, with expired messages moved to the channel called {@code name}. */
  public DestinationOptions deadLetteringExpiredTo(String name) {
    return new DestinationOptions(lanes, Expiry.DEAD_LETTER, Optional.of(name));
  }
}
