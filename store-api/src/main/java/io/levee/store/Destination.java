package io.levee.store;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The kind and name of a place that messages are kept in.
 *
 * <p>Names are any text of at least one character, up to the store's limit; no character has a
 * meaning. A queue and a topic may bear the same name.
 *
 * @param kind what it is
 * @param name what it is called
 */
public record Destination(Kind kind, String name) implements Comparable<Destination> {

  /** What a destination is. */
  public enum Kind {
    /** Each message is taken by one acknowledgement. */
    QUEUE,
    /** Each message is kept until every subscription has settled it. */
    TOPIC,
    /** A queue of messages that were given up on, each with its origin and the reason. */
    DEAD_LETTER_CHANNEL
  }

  public Destination {
    Objects.requireNonNull(kind, "kind");
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a destination needs a name of at least one character");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      throw new IllegalArgumentException(
          "a destination's name must be text: half a surrogate pair is in " + name);
    }
  }

  /** The queue called {@code name}. */
  public static Destination queue(String name) {
    return new Destination(Kind.QUEUE, name);
  }

  /** The topic called {@code name}. */
  public static Destination topic(String name) {
    return new Destination(Kind.TOPIC, name);
  }

  /** The dead-letter channel called {@code name}. */
  public static Destination deadLetterChannel(String name) {
    return new Destination(Kind.DEAD_LETTER_CHANNEL, name);
  }

  @Override
  public int compareTo(Destination other) {
    int byKind = kind.compareTo(other.kind);
    return byKind != 0 ? byKind : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case QUEUE -> "queue://" + name;
      case TOPIC -> "topic://" + name;
      case DEAD_LETTER_CHANNEL -> "dlc://" + name;
    };
  }
}
