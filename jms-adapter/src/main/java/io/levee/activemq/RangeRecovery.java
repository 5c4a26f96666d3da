package io.levee.activemq;

import java.io.IOException;
import java.util.Optional;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.store.MessageRecoveryContext;

/**
 * Hands out a range of a destination's messages, as a backup asks for it: from a sequence or a
 * message on, to a message or so many. Both ends belong to it. Unknown, the first is the head, and
 * the last lies as many sequences behind the first as messages are wanted. No cursor moves.
 */
final class RangeRecovery {

  private final DestinationStore store;
  private final MessageRecoveryContext wanted;
  private final long first;
  private final long last;

  RangeRecovery(DestinationStore store, MessageRecoveryContext wanted) throws IOException {
    this.store = store;
    this.wanted = wanted;
    this.first = first();
    this.last = last();
    if (last < first) {
      throw new IllegalStateException(
          "%s holds %s, sequence %d, behind %s, sequence %d; ask for it from the first to the last"
              .formatted(store, wanted.getStartMessageId(), first, wanted.getEndMessageId(), last));
    }
  }

  private long first() throws IOException {
    if (isGiven(wanted.getStartMessageId())) {
      return sequenceOf(wanted.getStartMessageId()).orElse(0L);
    }
    return wanted.getOffset() == null ? 0 : wanted.getOffset();
  }

  private long last() throws IOException {
    return isGiven(wanted.getEndMessageId())
        ? sequenceOf(wanted.getEndMessageId()).orElse(first + wanted.getMaxMessageCountReturned())
        : Long.MAX_VALUE;
  }

  private static boolean isGiven(String id) {
    return id != null && !id.isBlank();
  }

  private Optional<Long> sequenceOf(String id) throws IOException {
    try {
      return store.locate(new MessageId(id)).map(position -> position.sequence());
    } catch (NumberFormatException e) {
      return Optional.empty(); // not an id that a broker gives
    }
  }

  void handOut(int lanes) throws Exception {
    boolean more = true;
    for (int lane = 0; lane < lanes && more; lane++) {
      more = handOutLane(new LaneScan(store::page, lane, Math.max(0, first - 1)));
    }
  }

  /** Answers whether more is wanted after that lane. */
  private boolean handOutLane(LaneScan scan) throws Exception {
    while (scan.advance(Math.max(1, wanted.getMaxMessageCountReturned()))) {
      long sequence = scan.current().position().sequence();
      if (sequence > last) {
        return true;
      }
      store.handOut(scan.current(), wanted);
      if (!wanted.canRecoveryNextMessage(sequence)) {
        return false;
      }
    }
    return true;
  }
}
