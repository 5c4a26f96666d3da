package io.levee.leveldb.key;

import io.levee.store.BranchInfo;
import io.levee.store.BranchOperation;
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

  static int number(BranchInfo.State state) {
    return switch (state) {
      case PREPARED -> 0;
      case FORCED_COMMIT -> 1;
      case FORCED_ROLLBACK -> 2;
    };
  }

  /** The state of that number; {@link Seal#read} turns a wrong one into a corruption. */
  static BranchInfo.State branchState(int number) {
    return switch (number) {
      case 0 -> BranchInfo.State.PREPARED;
      case 1 -> BranchInfo.State.FORCED_COMMIT;
      case 2 -> BranchInfo.State.FORCED_ROLLBACK;
      default -> throw new IllegalArgumentException("no state of a branch has number " + number);
    };
  }

  static int number(BranchOperation.Kind kind) {
    return switch (kind) {
      case ENQUEUE -> 0;
      case ACKNOWLEDGE -> 1;
      case MOVE -> 2;
      case DEAD_LETTER -> 3;
      case RESTORE -> 4;
      case SETTLE -> 5;
    };
  }

  /** The operation of that number; {@link Seal#read} turns a wrong one into a corruption. */
  static BranchOperation.Kind operation(int number) {
    return switch (number) {
      case 0 -> BranchOperation.Kind.ENQUEUE;
      case 1 -> BranchOperation.Kind.ACKNOWLEDGE;
      case 2 -> BranchOperation.Kind.MOVE;
      case 3 -> BranchOperation.Kind.DEAD_LETTER;
      case 4 -> BranchOperation.Kind.RESTORE;
      case 5 -> BranchOperation.Kind.SETTLE;
      default -> throw new IllegalArgumentException("no operation has number " + number);
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
