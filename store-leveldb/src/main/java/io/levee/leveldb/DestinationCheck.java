package io.levee.leveldb;

import io.levee.leveldb.key.CountersRecord;
import io.levee.leveldb.key.DestinationRecord;
import io.levee.leveldb.key.HeadRecord;
import io.levee.leveldb.key.KeyFamily;
import io.levee.leveldb.key.KeyText;
import io.levee.leveldb.key.Keys;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The dictionary against the counters; and what all other checks ask about destinations. */
final class DestinationCheck {

  private final SurvivingRecords records;
  private final CheckFindings findings;
  private final Map<Integer, CountersRecord> counters = new HashMap<>();
  private final Map<Integer, DestinationRecord> destinations = new HashMap<>();

  DestinationCheck(SurvivingRecords records, CheckFindings findings) {
    this.records = records;
    this.findings = findings;
  }

  /** The counters of a destination; empty when it has none. */
  Optional<CountersRecord> counters(int destinationId) {
    return Optional.ofNullable(counters.get(destinationId));
  }

  /** The dictionary entry of a destination; empty when it has none. */
  Optional<DestinationRecord> destination(int destinationId) {
    return Optional.ofNullable(destinations.get(destinationId));
  }

  void forEachCounters(BiConsumer<Integer, CountersRecord> visitor) {
    counters.forEach(visitor);
  }

  /** Reads them, and checks them against each other and against {@code head}. */
  void run(HeadRecord head) {
    records.scan(
        Keys.family(KeyFamily.COUNTERS),
        (key, value) -> {
          counters.put(Keys.idOf(key), CountersRecord.fromBytes(key, value));
          return true;
        });
    records.scan(
        Keys.family(KeyFamily.DESTINATION),
        (key, value) -> {
          checkDestination(key, DestinationRecord.fromBytes(key, value), head);
          return true;
        });
    counters.forEach(this::checkCounters);
  }

  private void checkDestination(byte[] key, DestinationRecord record, HeadRecord head) {
    destinations.put(record.id(), record);
    if (!counters.containsKey(record.id())) {
      findings.add("%s has no counters".formatted(KeyText.key(key)));
    }
    if (record.id() >= head.nextDestinationId()) {
      findings.add("%s has a number that was not given yet".formatted(KeyText.key(key)));
    }
  }

  private void checkCounters(int id, CountersRecord record) {
    if (record.removed() == destinations.containsKey(id)) {
      findings.add(
          "counters of %d say removed=%s against the dictionary".formatted(id, record.removed()));
    }
    if (isRetainedOtherwise(id, record)) {
      findings.add(
          "counters of %d say retained=%s and it is %s"
              .formatted(id, record.retained(), !record.retained()));
    }
    for (int lane = 0; lane < record.lanes().size(); lane++) {
      if (records.isMissing(Keys.entryFence(id, lane))) {
        findings.add("the fence of %d/%d is missing".formatted(id, lane));
      }
    }
  }

  private boolean isRetainedOtherwise(int id, CountersRecord record) {
    byte[] key = Keys.retained(id);
    return record.retained() ? records.isMissing(key) : records.find(key).isPresent();
  }
}
