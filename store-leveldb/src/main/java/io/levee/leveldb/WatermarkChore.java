package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.leveldb.Housekeeper.Stop;
import io.levee.leveldb.Visible.DestinationView;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.key.CountersRecord.Lane;
import io.levee.leveldb.key.Keys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks for the first live message of lanes that are taken from and whose low watermark does not
 * move: it stands before a gap that an earlier opening left, or that was too much to remember.
 * Without this every reader would walk what was removed since, from there to the first message.
 */
final class WatermarkChore implements Housekeeper.Chore {

  private record LaneOf(int destinationId, int lane) {}

  private final Access access;
  private final Engine engine;
  private final Visible visible;
  private Map<LaneOf, Lane> before = new HashMap<>();

  WatermarkChore(Access access, Engine engine, Visible visible) {
    this.access = access;
    this.engine = engine;
    this.visible = visible;
  }

  @Override
  public void run(Stop stopping) {
    Map<LaneOf, Lane> now = new HashMap<>();
    for (DestinationView view : visible.destinations()) {
      List<Lane> lanes = view.counters().lanes();
      for (int number = 0; number < lanes.size() && !stopping.isAsked(); number++) {
        LaneOf place = new LaneOf(view.id(), number);
        Lane lane = lanes.get(number);
        if (lane.count() > 0) {
          now.put(place, lane);
        }
        if (isStuck(lane, before.get(place))) {
          raise(place, lane);
        }
      }
    }
    before = now;
  }

  private static boolean isStuck(Lane lane, Lane earlier) {
    return earlier != null
        && lane.count() > 0
        && lane.low() == earlier.low()
        && !lane.equals(earlier);
  }

  private void raise(LaneOf place, Lane lane) {
    long[] first = {lane.low()};
    engine.scan(
        Keys.entries(place.destinationId(), place.lane(), lane.low(), lane.tail()),
        (key, value) -> {
          first[0] = Keys.sequenceOf(key);
          return false;
        });
    if (first[0] > lane.low()) {
      access.execute(new Intent.RaiseLow(place.destinationId(), place.lane(), first[0]));
    }
  }
}
