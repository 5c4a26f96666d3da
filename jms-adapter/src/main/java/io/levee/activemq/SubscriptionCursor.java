package io.levee.activemq;

import io.levee.store.StoredMessage;
import java.util.List;
import org.apache.activemq.store.MessageRecoveryListener;

/**
 * How far a durable subscription has paged its messages in.
 *
 * <p>A topic keeps one order. A subscription that is served by priority therefore passes over its
 * messages once for each band, and remembers for each how far it came: a page costs what it reads
 * on, not what lies before.
 */
final class SubscriptionCursor {

  /** Everything that the subscription waits for after a sequence. */
  interface Pending {
    LaneScan after(long sequence);
  }

  /** Gives a message to a listener and answers whether it took it. */
  interface Delivery {
    boolean handOut(StoredMessage stored, MessageRecoveryListener listener) throws Exception;
  }

  private final boolean byPriority;
  private final LaneCursor passed = new LaneCursor(PriorityBand.SERVED.length);

  SubscriptionCursor(boolean byPriority) {
    this.byPriority = byPriority;
  }

  /** Hands out messages until {@code wanted} were taken or the listener has no space. */
  void pageIn(Pending pending, int wanted, MessageRecoveryListener listener, Delivery delivery)
      throws Exception {
    synchronized (passed) {
      int left = wanted;
      for (PriorityBand band : bands()) {
        LaneScan scan = pending.after(passed.after(band.lane()));
        while (left > 0 && scan.advance(left)) {
          StoredMessage stored = scan.current();
          if (serves(band, stored) && delivery.handOut(stored, listener)) {
            left--;
          }
          passed.advance(band.lane(), stored.position().sequence());
          if (!listener.hasSpace()) {
            return;
          }
        }
      }
    }
  }

  void reset() {
    passed.reset();
  }

  private List<PriorityBand> bands() {
    return byPriority ? List.of(PriorityBand.SERVED) : List.of(PriorityBand.DEFAULT);
  }

  private boolean serves(PriorityBand band, StoredMessage stored) {
    return !byPriority || PriorityBand.of(JmsMessages.priority(stored)) == band;
  }
}
