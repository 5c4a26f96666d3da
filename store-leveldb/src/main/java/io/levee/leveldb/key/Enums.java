package io.levee.leveldb.key;

import io.levee.store.Destination.Kind;
import io.levee.store.DestinationOptions.Expiry;

/** The numbers on disk of the constants that are stored; a number is never given again. */
final class Enums {

  private Enums() {}

  static int number(Kind kind) {
    return switch (kind) {
      case QUEUE -> 0;
      case TOPIC -> 1;
      case DEAD_LETTER_CHANNEL -> 2;
    };
  }

  /** The kind of that number; {@link Seal#read} turns a wrong one into a corruption. */
  static Kind kind(int number) {
    return switch (number) {
      case 0 -> Kind.QUEUE;
      case 1 -> Kind.TOPIC;
      case 2 -> Kind.DEAD_LETTER_CHANNEL;
      default -> throw new IllegalArgumentException("no kind of destination has number " + number);
    };
  }

  static int number(Expiry expiry) {
    return switch (expiry) {
      case KEEP -> 0;
      case DISCARD -> 1;
      case DEAD_LETTER -> 2;
    };
  }

  /** The expiry of that number; {@link Seal#read} turns a wrong one into a corruption. */
  static Expiry expiry(int number) {
    return switch (number) {
      case 0 -> Expiry.KEEP;
      case 1 -> Expiry.DISCARD;
      case 2 -> Expiry.DEAD_LETTER;
      default -> throw new IllegalArgumentException("no expiry has number " + number);
    };
  }
}
