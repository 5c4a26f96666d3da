package io.levee.leveldb;

import io.levee.leveldb.key.CountersRecord;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.KeyFamily;
import io.levee.leveldb.key.KeyText;
import io.levee.leveldb.key.Keys;
import io.levee.store.Position;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The messages of each lane against its counters and watermarks. */
final class EntryCheck {

  /** Looks at one message more closely. */
  interface Visitor {
    void visit(Position position, EntryRecord entry);
  }

  private final SurvivingRecords records;
  private final CheckFindings findings;
  private final DestinationCheck destinations;
  private final Map<List<Integer>, Tally> tallies = new HashMap<>();

  /** What the messages of a lane add up to. */
  private static final class Tally {
    private long count;
    private long bytes;
  }

  EntryCheck(SurvivingRecords records, CheckFindings findings, DestinationCheck destinations) {
    this.records = records;
    this.findings = findings;
    this.destinations = destinations;
  }

  /**
   * Shows each message that lies in a lane to {@code stored}, and those that live to {@code live}.
   */
  void run(Visitor stored, Visitor live) {
    if (records.isMissing(Keys.entriesFence())) {
      findings.add("the fence before all messages is missing");
    }
    records.scan(
        Keys.family(KeyFamily.ENTRY),
        (key, value) -> {
          if (Keys.sequenceOf(key) != Keys.FENCE) {
            check(key, EntryRecord.fromBytes(key, value), stored, live);
          }
          return true;
        });
    destinations.forEachCounters(this::checkCounters);
  }

  private void check(byte[] key, EntryRecord entry, Visitor stored, Visitor live) {
    Position position = Keys.positionOf(key);
    Optional<CountersRecord.Lane> lane = lane(position);
    if (lane.isEmpty()) {
      findings.add("%s lies in no known destination or lane".formatted(KeyText.key(key)));
      return;
    }
    stored.visit(position, entry);
    if (position.sequence() < lane.get().low()) {
      requireErasing(position, lane.get());
    } else {
      count(position, entry, lane.get());
      live.visit(position, entry);
    }
  }

  private Optional<CountersRecord.Lane> lane(Position position) {
    return destinations
        .counters(position.destinationId())
        .map(CountersRecord::lanes)
        .filter(lanes -> position.lane() < lanes.size())
        .map(lanes -> lanes.get(position.lane()));
  }

  private void requireErasing(Position position, CountersRecord.Lane lane) {
    if (lane.eraseFrom() == 0 || position.sequence() < lane.eraseFrom()) {
      findings.add(
          "%s is below the low watermark %d, and not to be erased".formatted(position, lane.low()));
    }
  }

  private void count(Position position, EntryRecord entry, CountersRecord.Lane lane) {
    if (position.sequence() > lane.tail()) {
      findings.add("%s is above the tail %d".formatted(position, lane.tail()));
    }
    Tally tally =
        tallies.computeIfAbsent(
            List.of(position.destinationId(), position.lane()), place -> new Tally());
    tally.count++;
    tally.bytes += entry.countedBytes();
  }

  private void checkCounters(int id, CountersRecord record) {
    for (int number = 0; number < record.lanes().size(); number++) {
      CountersRecord.Lane lane = record.lanes().get(number);
      Tally tally = tallies.getOrDefault(List.of(id, number), new Tally());
      if (tally.count != lane.count() || tally.bytes != lane.bytes()) {
        findings.add(
            "lane %d/%d counts %d messages of %d bytes, and holds %d of %d"
                .formatted(id, number, lane.count(), lane.bytes(), tally.count, tally.bytes));
      }
      if (lane.low() > lane.tail() + 1 || lane.tail() > record.lastSequence()) {
        findings.add("lane %d/%d has watermarks out of order: %s".formatted(id, number, lane));
      }
    }
  }
}
