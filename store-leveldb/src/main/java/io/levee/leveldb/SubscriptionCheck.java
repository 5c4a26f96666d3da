package io.levee.leveldb;

import io.levee.leveldb.key.CountersRecord;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.KeyFamily;
import io.levee.leveldb.key.KeyText;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.SettledRecord;
import io.levee.leveldb.key.SubscriptionRecord;
import io.levee.store.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What each subscription counts against the messages that wait for it. */
final class SubscriptionCheck {

  private final SurvivingRecords records;
  private final CheckFindings findings;
  private final Map<Integer, List<CheckedSubscription>> subscriptions = new HashMap<>();

  SubscriptionCheck(SurvivingRecords records, CheckFindings findings) {
    this.records = records;
    this.findings = findings;
  }

  /** A subscription with its ranges, and what the stored messages that wait for it add up to. */
  private static final class CheckedSubscription {
    private final int id;
    private final SubscriptionRecord record;
    private final NavigableMap<Long, Long> ranges = new TreeMap<>();
    private long waitingCount;
    private long waitingBytes;

    CheckedSubscription(int id, SubscriptionRecord record) {
      this.id = id;
      this.record = record;
    }

    boolean waitsFor(long sequence) {
      Map.Entry<Long, Long> range = ranges.floorEntry(sequence);
      boolean ahead = range != null && sequence <= range.getValue();
      return sequence > record.settledThrough() && !ahead;
    }
  }

  /** Reads the subscriptions and their ranges. */
  void load() {
    records.scan(
        Keys.family(KeyFamily.SUBSCRIPTION),
        (key, value) -> {
          addSubscription(key, SubscriptionRecord.fromBytes(key, value));
          return true;
        });
    records.scan(
        Keys.family(KeyFamily.SETTLED),
        (key, value) -> {
          addRange(key, SettledRecord.fromBytes(key, value).last());
          return true;
        });
  }

  private void addSubscription(byte[] key, SubscriptionRecord record) {
    subscriptions
        .computeIfAbsent(Keys.idOf(key), topic -> new ArrayList<>())
        .add(new CheckedSubscription(Keys.subscriptionOf(key), record));
  }

  private void addRange(byte[] key, long last) {
    List<CheckedSubscription> owners =
        of(Keys.idOf(key)).stream().filter(each -> each.id == Keys.subscriptionOf(key)).toList();
    if (owners.isEmpty()) {
      findings.add("%s belongs to no subscription".formatted(KeyText.key(key)));
    }
    owners.forEach(owner -> owner.ranges.put(Keys.firstOfSettled(key), last));
  }

  private List<CheckedSubscription> of(int topic) {
    return subscriptions.getOrDefault(topic, List.of());
  }

  /** Counts a live message for every subscription that it waits for. */
  void count(Position position, EntryRecord entry) {
    for (CheckedSubscription each : of(position.destinationId())) {
      if (each.waitsFor(position.sequence())) {
        each.waitingCount++;
        each.waitingBytes += entry.countedBytes();
      }
    }
  }

  /** Compares what was counted with what the records say. */
  void checkTotals(DestinationCheck destinations) {
    subscriptions.forEach(
        (topic, ofTopic) ->
            ofTopic.forEach(
                each ->
                    destinations
                        .counters(topic)
                        .ifPresentOrElse(
                            record -> checkTotals(topic, each, record),
                            () ->
                                findings.add(
                                    "subscription %d is on no topic".formatted(each.id)))));
  }

  private void checkTotals(int topic, CheckedSubscription each, CountersRecord record) {
    long waiting = record.addedCount() - each.record.settledCount();
    long bytes = record.addedBytes() - each.record.settledBytes();
    if (waiting != each.waitingCount || bytes != each.waitingBytes) {
      findings.add(
          "subscription %d/%d counts %d waiting of %d bytes, and %d of %d wait"
              .formatted(topic, each.id, waiting, bytes, each.waitingCount, each.waitingBytes));
    }
  }
}
