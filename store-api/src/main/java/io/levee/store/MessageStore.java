package io.levee.store;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A durable store of messages in destinations.
 *
 * <p>All methods may be called from any thread. What a call reads is a committed state; a message
 * is seen by readers only after its commit has the durability that was asked for. After a write
 * with an unknown outcome every call but {@link #status} and {@link #close} is refused with {@code
 * STORE_FAILED}, after {@link #close} with {@code STORE_CLOSED}.
 */
public interface MessageStore extends AutoCloseable {

  /**
   * Declares a destination, durably. Declaring it again with the same options does nothing.
   *
   * <p>A channel that {@code options} name for what expires need not be declared: it is, with the
   * default options, when the first message goes there.
   *
   * @throws StoreException {@code OPTIONS_DIFFER} when it exists with other options, {@code
   *     NAME_TOO_LONG}, {@code WRONG_KIND} for more than one lane of what is not a queue, {@code
   *     DISK_RESERVE}
   */
  DestinationInfo declare(Destination destination, DestinationOptions options);

  /** Declares a destination with the {@linkplain DestinationOptions#DEFAULT default} options. */
  default DestinationInfo declare(Destination destination) {
    return declare(destination, DestinationOptions.DEFAULT);
  }

  /**
   * Removes a destination with its messages, subscriptions and retained value, durably and at once;
   * disk space is given back in the background. Dead letters that came from it stay.
   *
   * @return whether there was one
   * @throws StoreException {@code BRANCH_IN_DOUBT} while a prepared branch holds a message of it,
   *     or will store one in it
   */
  boolean remove(Destination destination);

  /** The destination, or empty when it is not declared. Costs no disk access. */
  Optional<DestinationInfo> find(Destination destination);

  /** All destinations, in their order. Costs no disk access. */
  List<DestinationInfo> destinations();

  /**
   * Removes all messages of a destination, durably and at once whatever their number; disk space is
   * given back in the background. On a topic they go for every subscription. Dead letters that came
   * from it stay, and so does the retained last value.
   *
   * @return how many there were
   * @throws StoreException {@code UNKNOWN_DESTINATION}, {@code BRANCH_IN_DOUBT} while a prepared
   *     branch holds a message of it
   */
  long purge(Destination destination);

  /** A new transaction. It holds no resource of the store. */
  StoreTransaction begin();

  /** The branches of distributed transactions. */
  DtxStore dtx();

  /** A writer for one payload that is too large to be held in memory. */
  ContentWriter newContent();

  /**
   * Gives up a finished payload that no message will take. One that a message took, or that was
   * given up before, stays as it is.
   */
  void discard(Content content);

  /**
   * A page of a destination's messages, in the order of their sequences.
   *
   * @throws StoreException {@code UNKNOWN_DESTINATION}, {@code UNKNOWN_LANE}
   */
  Page<StoredMessage> browse(Destination destination, PageRequest request);

  /** The message at {@code position}, or empty when it is not there any more. */
  Optional<StoredMessage> read(Position position);

  /**
   * One chunk of the payload of a message.
   *
   * @param offset a byte of the payload; the chunk that holds it is answered from there on
   * @return the bytes, or empty when the message is not there any more or the offset is its end
   */
  Optional<Bytes> readChunk(Position position, long offset);

  /**
   * The whole payload as a stream that reads a chunk at a time and holds nothing of the store. A
   * read fails with an {@link java.io.IOException} when the message was removed meanwhile.
   *
   * @return empty when the message is not there any more
   */
  Optional<InputStream> openBody(Position position);

  /** Where messages of that identity lie: at most one position in each destination. */
  List<Position> locate(MessageIdentity identity);

  /** The position of that identity in one destination, or empty. */
  Optional<Position> locate(Destination destination, MessageIdentity identity);

  /**
   * The highest sequence that was ever stored for a producer, also if its message is gone. The
   * store remembers a bounded number of producers, those that stored last.
   */
  OptionalLong lastProducerSequence(Bytes producer);

  /** The retained last value of a destination, with its whole body; or empty. */
  Optional<Message> retained(Destination destination);

  /** The destinations that have a retained last value, in their order. */
  List<Destination> retainedDestinations();

  /**
   * Positions of messages whose expiry is at or before {@code nowMillis}, the longest expired
   * first. Costs what it answers, whatever else is stored. Messages of destinations that
   * {@linkplain DestinationOptions.Expiry#KEEP keep} what expired are not among them.
   */
  List<Position> expired(long nowMillis, int limit);

  /**
   * Discards or dead-letters, as their destinations were declared, messages whose expiry is at or
   * before {@code nowMillis}; those of a destination that keeps them stay. The store also does this
   * by itself while it is open.
   *
   * @param limit the most to remove in this call
   * @return how many were removed
   */
  int expire(long nowMillis, int limit);

  /** Dead-letter channels. */
  DeadLetters deadLetters();

  /** Durable subscriptions. */
  Subscriptions subscriptions();

  /** Makes everything that was committed durable, whatever durability it asked for. */
  void flush();

  /** Figures of this store. Costs no disk walk. */
  StoreStatus status();

  /**
   * Answers the commits that were asked for, makes everything durable, then releases everything.
   * Closing again does nothing. Never called on the committing thread ({@link
   * StoreTransaction#beforeVisible}).
   */
  @Override
  void close();
}
