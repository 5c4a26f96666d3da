package io.levee.store;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Operations on any number of destinations that happen together or not at all. Nothing is decided,
 * and nothing touches the disk, before the commit. Not thread-safe; made by {@link
 * MessageStore#begin}, ended by one commit or rollback, after which every call is refused with
 * {@code TRANSACTION_ENDED}.
 *
 * <p>Operations see those before them in the same transaction. Sequences are given at commit, in
 * the order of the commits. What one operation is refused with refuses them all.
 *
 * <p>A transaction is held in memory until its commit. The operation with which it would exceed the
 * store's limit is refused at once with {@code TRANSACTION_TOO_LARGE}; those before it can still be
 * committed. Large bodies are {@linkplain MessageStore#newContent streamed} and do not count.
 *
 * <p>On a disk that is nearly full, operations that need space for good are refused with {@code
 * DISK_RESERVE} while all others pass; when not even those can be written safely, everything is
 * refused with {@code DISK_FULL}. Either passes when there is space again.
 */
public interface StoreTransaction {

  /** What to do with a message whose identity is stored in the destination. */
  enum OnDuplicate {
    /** The whole transaction is refused with {@code DUPLICATE_ID}. */
    REFUSE,
    /**
     * The stored one is kept, the outcome is {@link Receipt.Status#DUPLICATE}, and a streamed body
     * of the other is given up.
     */
    KEEP_STORED
  }

  /** Stores {@code message} at the end of its lane; a stored message of its identity refuses it. */
  default void enqueue(Destination destination, Message message) {
    enqueue(destination, message, OnDuplicate.REFUSE);
  }

  /**
   * Stores {@code message} at the end of its lane of {@code destination}.
   *
   * <p>At commit refused with {@code UNKNOWN_DESTINATION}, {@code WRONG_KIND} (a dead-letter
   * channel takes only what is given up), {@code UNKNOWN_LANE}, {@code MESSAGE_TOO_LARGE}, {@code
   * NAME_TOO_LONG} for its producer's, {@code ALREADY_EXPIRED} (not where what expired {@linkplain
   * DestinationOptions.Expiry#KEEP stays}), {@code DUPLICATE_ID}, {@code CONTENT_NOT_READY}, {@code
   * DISK_RESERVE}.
   */
  void enqueue(Destination destination, Message message, OnDuplicate onDuplicate);

  /**
   * Removes the message at {@code position} for good. Not there, or removed before, also in this
   * transaction: {@link Receipt.Status#ABSENT}. On a topic it removes the message for every
   * subscription.
   */
  void acknowledge(Position position);

  /**
   * Moves a message to the end of another destination, in lane 0 when its lane does not exist
   * there, with its expiry and count of redeliveries, and with its identity unless another message
   * of that identity lies there. Absent: as {@link #acknowledge}. At commit refused with {@code
   * UNKNOWN_DESTINATION} and {@code WRONG_KIND} (use {@link #deadLetter} for a channel).
   */
  void move(Position position, Destination target);

  /**
   * Moves a message to the dead-letter channel called {@code channel} and records where it came
   * from, why, and when. The message keeps its bytes; it no longer expires. A message that lies in
   * a channel keeps its first origin. Absent: as {@link #acknowledge}. At commit refused with
   * {@code UNKNOWN_DESTINATION} when the channel is not declared.
   *
   * @param reason why, for people and for filters; at most 1,024 characters
   */
  void deadLetter(Position position, String channel, String reason);

  /**
   * Moves a dead letter back: to {@code target}, or to its origin when that is empty. It does not
   * expire any more and its redeliveries start again at 0. Absent: as {@link #acknowledge}; refused
   * with {@code NO_ORIGIN} when there is neither a target nor an origin, {@code
   * UNKNOWN_DESTINATION} and {@code WRONG_KIND} as {@link #move}.
   */
  void restore(Position position, Optional<Destination> target);

  /** Counts one more failed delivery of a message. Absent: as {@link #acknowledge}. */
  void recordRedelivery(Position position);

  /**
   * Replaces the header of a stored message; position, body, identity and expiry stay. Absent: as
   * {@link #acknowledge}. At commit refused with {@code MESSAGE_TOO_LARGE}, {@code MESSAGE_HELD}.
   */
  void updateHeader(Position position, Bytes header);

  /**
   * Makes {@code message} the retained last value of {@code destination}, in place of any before.
   * It is read as a whole: its body must be in memory and fit the store's limit for retained values
   * ({@code MESSAGE_TOO_LARGE}). At commit refused with {@code UNKNOWN_DESTINATION}, {@code
   * DISK_RESERVE}.
   */
  void retain(Destination destination, Message message);

  /**
   * Forgets the retained last value of {@code destination}, if it has one. At commit refused with
   * {@code UNKNOWN_DESTINATION}.
   */
  void clearRetained(Destination destination);

  /**
   * Settles a message of a topic for one subscription: it is not given to that subscription again,
   * and goes when every subscription has settled it. Settled before, or gone: {@link
   * Receipt.Status#ABSENT}; also when there is no such subscription, or not any more. At commit
   * refused with {@code UNKNOWN_DESTINATION}, {@code WRONG_KIND}.
   */
  void settle(Destination topic, Bytes subscription, long sequence);

  /** How many operations were asked for. */
  int size();

  /**
   * Asks for {@code action} to be called with the receipt when the commit is durable and before any
   * reader is shown a message that it stored, in the order of the commits. (What it removed may
   * already be missing.) It runs on the store's committing thread: it must be quick, must not
   * throw, and must not wait for a commit.
   */
  void beforeVisible(Consumer<Receipt> action);

  /** Commits durably and waits. */
  default Receipt commit() {
    return commit(CommitDurability.SYNC);
  }

  /**
   * Commits and waits for the answer.
   *
   * @throws StoreException of category {@code REFUSED} or {@code RETRY} with nothing changed, or
   *     {@code STORE_FAILED} with an unknown outcome
   */
  Receipt commit(CommitDurability durability);

  /**
   * Commits without waiting. The future fails with the {@link StoreException} that {@link #commit}
   * would throw. Its dependents run on the store's committing thread unless they are asynchronous;
   * they must be quick.
   */
  CompletableFuture<Receipt> commitAsync(CommitDurability durability);

  /** Forgets everything that was asked for. Rolling back again does nothing. */
  void rollback();
}
