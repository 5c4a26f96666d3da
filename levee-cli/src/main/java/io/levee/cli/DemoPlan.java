package io.levee.cli;

/**
 * What a demonstration does.
 *
 * @param messages how many messages are sent
 * @param sizeBytes the bytes of each body
 * @param producers how many connections send
 * @param consumers how many connections receive
 * @param kills how often the broker is killed
 */
record DemoPlan(int messages, int sizeBytes, int producers, int consumers, int kills) {

  /** The queue that everything goes through. */
  static final String QUEUE = "levee.demo";

  /**
   * So many messages the consumers leave to the broker while more are sent, so that it has a
   * backlog whenever it is killed.
   */
  int backlog() {
    return messages / 10;
  }

  /** How many messages are sent before kill number {@code kill}, from 0: at even distances. */
  int killAfter(int kill) {
    return (int) ((long) messages * (kill + 1) / (kills + 1));
  }

  /** The first message of a producer, from 0. */
  int firstOf(int producer) {
    return (int) ((long) messages * producer / producers);
  }
}
