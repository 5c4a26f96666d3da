package io.levee.store;

import java.util.List;

/** Looking into dead-letter channels. Moving in and out is done in a {@link StoreTransaction}. */
public interface DeadLetters {

  /**
   * The dead letters of a channel in the order in which they came.
   *
   * @param channel the channel's name; unknown: {@code UNKNOWN_DESTINATION}
   * @param afterSequence the sequence in the channel after which to start; 0 for the head
   * @param limit the most to answer, 1 to 100,000
   */
  Page<DeadLetter> list(String channel, long afterSequence, int limit);

  /**
   * The same, of one origin only. A page costs what it answers, and two seeks for each destination
   * that ever had a dead letter in the channel, whatever the number of these.
   */
  Page<DeadLetter> listFrom(String channel, Destination origin, long afterSequence, int limit);

  /** The destinations that have dead letters in {@code channel}, in their order. */
  List<Destination> origins(String channel);
}
