package io.levee.activemq;

import io.levee.store.Position;
import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How far a queue was paged in, and which messages have to be paged in once more: those that a
 * prepared branch of before the broker's start gave back when the queue had passed them already.
 *
 * <p>A page may show such a message before the end of its rollback is noted here. It is therefore
 * expected before, and comes back only when no page had it. Guarded by itself; the monitor is held
 * while a page is handed out.
 */
final class QueueCursor {

  private final LaneCursor passed = new LaneCursor(PriorityBand.SERVED.length);
  private final Set<Position> expected = new HashSet<>();
  private final NavigableSet<Position> returned = new TreeSet<>();

  long after(int lane) {
    return passed.after(lane);
  }

  /** The message at {@code position} was handed out by a page. */
  void advance(Position position) {
    expected.remove(position);
    passed.advance(position.lane(), position.sequence());
  }

  /** Everything up to {@code sequence} counts as handed out, in every lane, and nothing else. */
  synchronized void set(long sequence) {
    passed.set(sequence);
  }

  synchronized void reset() {
    passed.reset();
  }

  /** A branch is about to give back the message at {@code position}. */
  synchronized void expect(Position position) {
    expected.add(position);
  }

  /** The branch did so, or, when {@code back} is false, did not. */
  synchronized void settle(Position position, boolean back) {
    if (expected.remove(position) && back) {
      returned.add(position);
    }
  }

  /** Takes out the first message that came back behind the cursor; empty when there is none. */
  Optional<Position> nextReturned() {
    while (!returned.isEmpty()) {
      Position next = returned.pollFirst();
      // What lies ahead is found by the next pages.
      if (next.sequence() <= after(next.lane())) {
        return Optional.of(next);
      }
    }
    return Optional.empty();
  }
}
