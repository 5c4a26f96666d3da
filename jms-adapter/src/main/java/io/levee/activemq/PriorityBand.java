package io.levee.activemq;

import jakarta.jms.Message;

/**
 * What is more urgent than the default priority, what has it, and what is less urgent. Within a
 * band messages keep their order.
 */
enum PriorityBand {
  HIGH(0),
  DEFAULT(1),
  LOW(2);

  /** The bands in the order in which they are served. */
  static final PriorityBand[] SERVED = values();

  private final int lane;

  PriorityBand(int lane) {
    this.lane = lane;
  }

  static PriorityBand of(int priority) {
    if (priority == Message.DEFAULT_PRIORITY) {
      return DEFAULT;
    }
    return priority > Message.DEFAULT_PRIORITY ? HIGH : LOW;
  }

  /** The lane of a queue that holds it. */
  int lane() {
    return lane;
  }
}
