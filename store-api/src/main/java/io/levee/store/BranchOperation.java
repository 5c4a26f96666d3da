package io.levee.store;

import java.util.Objects;
import java.util.Optional;

/**
 * One operation that a prepared branch holds.
 *
 * @param ordinal its place in the transaction that was prepared, from 0
 * @param kind what it will do
 * @param destination where its message will lie, or lies
 * @param position where its message lies; empty for one that will be stored
 * @param subscription the subscription that settles it; empty for other kinds
 * @param target where its message will go: a move's destination, a dead-lettering's channel
 * @param header the header of a message that will be stored; empty for other kinds
 * @param bytes the bytes that the message counts for
 */
public record BranchOperation(
    int ordinal,
    Kind kind,
    Destination destination,
    Optional<Position> position,
    Optional<Bytes> subscription,
    Optional<Destination> target,
    Optional<Bytes> header,
    long bytes) {

  /** What an operation will do when its branch is committed. */
  public enum Kind {
    /** Store a message. */
    ENQUEUE,
    /** Remove a message. */
    ACKNOWLEDGE,
    /** Move a message to another destination. */
    MOVE,
    /** Move a message to a dead-letter channel. */
    DEAD_LETTER,
    /** Move a dead letter back. */
    RESTORE,
    /** Settle a message for a subscription. */
    SETTLE
  }

  public BranchOperation {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(position, "position");
    Objects.requireNonNull(subscription, "subscription");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(header, "header");
  }
}
