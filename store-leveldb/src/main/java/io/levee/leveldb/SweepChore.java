package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.leveldb.Housekeeper.Stop;
import io.levee.leveldb.Visible.DestinationView;
import io.levee.leveldb.Visible.SubscriptionView;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.key.CountersRecord;
import io.levee.leveldb.key.Keys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Removes what every subscription of a topic has settled, after one that had not was removed. It
 * only proposes; the planner looks again, for a new subscription may wait for a message by then.
 */
final class SweepChore implements Housekeeper.Chore {

  private static final int BATCH_MESSAGES = 1_000;

  private final Access access;
  private final Engine engine;
  private final Visible visible;

  SweepChore(Access access, Engine engine, Visible visible) {
    this.access = access;
    this.engine = engine;
    this.visible = visible;
  }

  @Override
  public void run(Stop stopping) {
    FirstFailure failure = new FirstFailure();
    for (DestinationView topic : visible.destinations()) {
      failure.keep(() -> sweep(topic.id(), stopping));
    }
    failure.rethrow();
  }

  private void sweep(int topicId, Stop stopping) {
    Optional<DestinationView> due = due(topicId);
    while (due.isPresent() && !stopping.isAsked()) {
      sweep(due.get());
      due = due(topicId);
    }
  }

  private Optional<DestinationView> due(int topicId) {
    return visible.find(topicId).filter(view -> view.counters().sweepFrom() != 0);
  }

  /** Looks at one batch. */
  private void sweep(DestinationView topic) {
    CountersRecord.Lane lane = topic.counters().lanes().get(0);
    Collection<SubscriptionView> subscriptions = visible.subscriptions(topic.id());
    List<Long> candidates = new ArrayList<>();
    int[] looked = {0};
    long[] last = {lane.tail()};
    long first = Math.max(topic.counters().sweepFrom(), lane.low());
    if (first <= lane.tail()) {
      engine.scan(
          Keys.entries(topic.id(), 0, first, lane.tail()),
          (key, value) -> {
            long sequence = Keys.sequenceOf(key);
            if (subscriptions.stream().allMatch(each -> each.image().isSettled(sequence))) {
              candidates.add(sequence);
            }
            boolean full = ++looked[0] == BATCH_MESSAGES;
            last[0] = full ? sequence : lane.tail();
            return !full && sequence < lane.tail();
          });
    }
    long next = last[0] < lane.tail() ? last[0] + 1 : 0;
    access.execute(new Intent.Sweep(topic.id(), candidates, next, topic.sweepGeneration()));
  }
}
