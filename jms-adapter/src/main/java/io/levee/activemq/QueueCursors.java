package io.levee.activemq;

import io.levee.store.Position;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The cursors of all queues; there is one of a queue before the broker asks for its store. */
final class QueueCursors {

  private final Map<Integer, QueueCursor> byDestination = new ConcurrentHashMap<>();

  QueueCursor of(int destinationId) {
    return byDestination.computeIfAbsent(destinationId, fresh -> new QueueCursor());
  }

  void remove(int destinationId) {
    byDestination.remove(destinationId);
  }

  void expect(Position position) {
    of(position.destinationId()).expect(position);
  }

  void settle(Position position, boolean back) {
    of(position.destinationId()).settle(position, back);
  }
}
