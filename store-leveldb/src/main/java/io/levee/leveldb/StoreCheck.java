package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.engine.KeyRange;
import io.levee.leveldb.key.CountersRecord;
import io.levee.leveldb.key.DeadLetterRecord;
import io.levee.leveldb.key.DestinationRecord;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.FormatRecord;
import io.levee.leveldb.key.HeadRecord;
import io.levee.leveldb.key.IdentityRecord;
import io.levee.leveldb.key.KeyFamily;
import io.levee.leveldb.key.KeyText;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.Seal;
import io.levee.leveldb.key.SettledRecord;
import io.levee.leveldb.key.SubscriptionRecord;
import io.levee.store.DestinationOptions.Expiry;
import io.levee.store.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Every invariant of a store over all of its keys: seals, counters against messages, each index
 * against what it points at and back, chunks, watermarks, fences, leftovers. Reads everything;
 * changes nothing. The store must not be open meanwhile.
 */
public final class StoreCheck {

  private static final int MAX_FAULTS = 100;

  /** What everything else is judged by: where these are not whole, it would be blamed wrongly. */
  private static final Set<KeyFamily> ROOTS =
      EnumSet.of(
          KeyFamily.STORE,
          KeyFamily.DESTINATION,
          KeyFamily.COUNTERS,
          KeyFamily.SUBSCRIPTION,
          KeyFamily.SETTLED);

  private static final KeyRange EVERYTHING =
      KeyRange.closedOpen(new byte[] {0}, new byte[] {(byte) 0xFF});

  private final SurvivingRecords records;
  private final List<String> faults = new ArrayList<>();
  private final Map<Integer, CountersRecord> counters = new HashMap<>();
  private final Map<Integer, DestinationRecord> destinations = new HashMap<>();
  private final Map<Integer, List<CheckedSubscription>> subscriptions = new HashMap<>();
  private final Map<Long, Long> chunkBytes = new HashMap<>();
  private final Set<Long> ownedContents = new HashSet<>();
  private final Map<List<Integer>, Tally> tallies = new HashMap<>();
  private final Map<Integer, Long> redelivered = new HashMap<>();
  private final Set<KeyFamily> damaged = EnumSet.noneOf(KeyFamily.class);
  private HeadRecord head;

  /** What the messages of a lane add up to. */
  private static final class Tally {
    private long count;
    private long bytes;
  }

  /** A subscription with its ranges, and what the stored messages that wait for it add up to. */
  private static final class CheckedSubscription {
    private final int id;
    private final SubscriptionRecord record;
    private final Map<Long, Long> ranges = new HashMap<>();
    private long waitingCount;
    private long waitingBytes;

    CheckedSubscription(int id, SubscriptionRecord record) {
      this.id = id;
      this.record = record;
    }

    boolean waitsFor(long sequence) {
      return sequence > record.settledThrough()
          && ranges.entrySet().stream()
              .noneMatch(range -> range.getKey() <= sequence && sequence <= range.getValue());
    }
  }

  private StoreCheck(Engine engine) {
    this.records = new SurvivingRecords(engine);
  }

  /**
   * The faults of the store in {@code engine}, at most 100, as sentences; none when it is whole.
   */
  public static List<String> faults(Engine engine) {
    StoreCheck check = new StoreCheck(engine);
    check.run();
    return check.faults;
  }

  private void run() {
    checkSeals();
    byte[] headKey = Keys.store(HeadRecord.NAME);
    Optional<byte[]> headValue = records.find(headKey);
    if (headValue.isEmpty() || !Collections.disjoint(damaged, ROOTS)) {
      return;
    }
    head = HeadRecord.fromBytes(headKey, headValue.get());
    loadDestinations();
    loadSubscriptions();
    loadChunks();
    checkEntries();
    checkCounters();
    checkSubscriptions();
    checkIdentities();
    checkExpiries();
    checkRedeliveries();
    checkDeadLetters();
    checkContents();
  }

  private void fault(String fault) {
    if (faults.size() < MAX_FAULTS) {
      faults.add(fault);
    }
  }

  private void checkSeals() {
    if (records.isMissing(Keys.store(FormatRecord.NAME))
        || records.isMissing(Keys.store(HeadRecord.NAME))) {
      fault("the format or the head record is missing");
    }
    records.scanAll(EVERYTHING, this::checkSeal, this::noteGap);
  }

  private boolean checkSeal(byte[] key, byte[] value) {
    Optional<KeyFamily> family = KeyFamily.of(key);
    if (family.isEmpty()) {
      fault("%s is of no known family".formatted(KeyText.key(key)));
    } else if (!Seal.isIntact(key, value)) {
      fault("the checksum of %s does not match".formatted(KeyText.key(key)));
      damaged.add(family.get());
    }
    return faults.size() < MAX_FAULTS;
  }

  private void noteGap(byte[] before, byte[] behind, String reason) {
    fault(
        "what lies between %s and %s is lost: %s"
            .formatted(
                before == null ? "the beginning" : KeyText.key(before),
                behind == null ? "the end" : KeyText.key(behind),
                reason));
    Arrays.stream(KeyFamily.values())
        .filter(family -> mayHold(before, behind, family))
        .forEach(damaged::add);
  }

  private static boolean mayHold(byte[] before, byte[] behind, KeyFamily family) {
    KeyRange keys = Keys.family(family);
    return (before == null || Arrays.compareUnsigned(before, keys.end()) < 0)
        && (behind == null || Arrays.compareUnsigned(behind, keys.first()) > 0);
  }

  private void loadDestinations() {
    records.scan(
        Keys.family(KeyFamily.COUNTERS),
        (key, value) -> {
          counters.put(Keys.idOf(key), CountersRecord.fromBytes(key, value));
          return true;
        });
    records.scan(
        Keys.family(KeyFamily.DESTINATION),
        (key, value) -> {
          DestinationRecord record = DestinationRecord.fromBytes(key, value);
          destinations.put(record.id(), record);
          if (!counters.containsKey(record.id())) {
            fault("%s has no counters".formatted(KeyText.key(key)));
          }
          if (record.id() >= head.nextDestinationId()) {
            fault("%s has a number that was not given yet".formatted(KeyText.key(key)));
          }
          return true;
        });
    counters.forEach(
        (id, record) -> {
          if (record.removed() == destinations.containsKey(id)) {
            fault(
                "counters of %d say removed=%s against the dictionary"
                    .formatted(id, record.removed()));
          }
          byte[] retained = Keys.retained(id);
          if (record.retained()
              ? records.isMissing(retained)
              : records.find(retained).isPresent()) {
            fault(
                "counters of %d say retained=%s and it is %s"
                    .formatted(id, record.retained(), !record.retained()));
          }
          for (int lane = 0; lane < record.lanes().size(); lane++) {
            if (records.isMissing(Keys.entryFence(id, lane))) {
              fault("the fence of %d/%d is missing".formatted(id, lane));
            }
          }
        });
  }

  private void loadSubscriptions() {
    records.scan(
        Keys.family(KeyFamily.SUBSCRIPTION),
        (key, value) -> {
          subscriptions
              .computeIfAbsent(Keys.idOf(key), topic -> new ArrayList<>())
              .add(
                  new CheckedSubscription(
                      Keys.subscriptionOf(key), SubscriptionRecord.fromBytes(key, value)));
          return true;
        });
    records.scan(
        Keys.family(KeyFamily.SETTLED),
        (key, value) -> {
          List<CheckedSubscription> owners =
              subscriptions.getOrDefault(Keys.idOf(key), List.of()).stream()
                  .filter(each -> each.id == Keys.subscriptionOf(key))
                  .toList();
          if (owners.isEmpty()) {
            fault("%s belongs to no subscription".formatted(KeyText.key(key)));
          }
          long last = SettledRecord.fromBytes(key, value).last();
          owners.forEach(owner -> owner.ranges.put(Keys.firstOfSettled(key), last));
          return true;
        });
  }

  private void loadChunks() {
    records.scan(
        Keys.family(KeyFamily.CHUNK),
        (key, value) -> {
          chunkBytes.merge(Keys.contentOf(key), value.length - 4L, Long::sum);
          return true;
        });
    records.scan(
        Keys.family(KeyFamily.UNFINISHED),
        (key, value) -> {
          ownedContents.add(Keys.contentOf(key));
          return true;
        });
  }

  private void checkEntries() {
    if (records.isMissing(Keys.entriesFence())) {
      fault("the fence before all messages is missing");
    }
    records.scan(
        Keys.family(KeyFamily.ENTRY),
        (key, value) -> {
          if (Keys.sequenceOf(key) != Keys.FENCE) {
            checkEntry(Keys.positionOf(key), key, EntryRecord.fromBytes(key, value));
          }
          return true;
        });
  }

  private void checkEntry(Position position, byte[] key, EntryRecord entry) {
    CountersRecord record = counters.get(position.destinationId());
    if (record == null || position.lane() >= record.lanes().size()) {
      fault("%s lies in no known destination or lane".formatted(KeyText.key(key)));
      return;
    }
    CountersRecord.Lane lane = record.lanes().get(position.lane());
    checkContent(position, entry);
    if (position.sequence() < lane.low()) {
      if (lane.eraseFrom() == 0 || position.sequence() < lane.eraseFrom()) {
        fault(
            "%s is below the low watermark %d, and not to be erased"
                .formatted(position, lane.low()));
      }
      return;
    }
    if (position.sequence() > lane.tail()) {
      fault("%s is above the tail %d".formatted(position, lane.tail()));
    }
    Tally tally =
        tallies.computeIfAbsent(
            List.of(position.destinationId(), position.lane()), place -> new Tally());
    tally.count++;
    tally.bytes += entry.countedBytes();
    checkIndexes(position, entry);
    for (CheckedSubscription each :
        subscriptions.getOrDefault(position.destinationId(), List.of())) {
      if (each.waitsFor(position.sequence())) {
        each.waitingCount++;
        each.waitingBytes += entry.countedBytes();
      }
    }
  }

  private void checkContent(Position position, EntryRecord entry) {
    if (!entry.chunked()) {
      return;
    }
    ownedContents.add(entry.contentId());
    long found = chunkBytes.getOrDefault(entry.contentId(), 0L);
    if (found != entry.bodySize()) {
      fault("the chunks of %s have %d bytes, not %d".formatted(position, found, entry.bodySize()));
    }
  }

  private void checkIndexes(Position position, EntryRecord entry) {
    entry
        .identity()
        .map(identity -> Keys.identity(identity, position.destinationId()))
        .filter(identityKey -> leadsElsewhere(identityKey, position))
        .ifPresent(
            missing -> fault("the identity of %s does not lead back to it".formatted(position)));
    DestinationRecord destination = destinations.get(position.destinationId());
    boolean indexed = destination != null && isExpiryIndexed(destination, entry);
    if (indexed && records.isMissing(Keys.expiry(entry.expiresAtMillis(), position))) {
      fault("%s is missing from the order of expiries".formatted(position));
    }
    if (entry.originId() != 0) {
      byte[] letterKey =
          Keys.deadLetter(position.destinationId(), entry.originId(), position.sequence());
      if (records.isMissing(letterKey)) {
        fault("%s came from %d but is not listed under it".formatted(position, entry.originId()));
      }
    }
  }

  private static boolean isExpiryIndexed(DestinationRecord destination, EntryRecord entry) {
    return entry.expiresAtMillis() != 0
        && entry.originId() == 0
        && destination.options().expiry() != Expiry.KEEP;
  }

  private boolean leadsElsewhere(byte[] identityKey, Position position) {
    return records.isMissing(identityKey)
        || records
            .find(identityKey)
            .map(value -> IdentityRecord.fromBytes(identityKey, value))
            .filter(
                place -> place.lane() != position.lane() || place.sequence() != position.sequence())
            .isPresent();
  }

  private void checkCounters() {
    counters.forEach(
        (id, record) -> {
          for (int number = 0; number < record.lanes().size(); number++) {
            CountersRecord.Lane lane = record.lanes().get(number);
            Tally tally = tallies.getOrDefault(List.of(id, number), new Tally());
            if (tally.count != lane.count() || tally.bytes != lane.bytes()) {
              fault(
                  "lane %d/%d counts %d messages of %d bytes, and holds %d of %d"
                      .formatted(id, number, lane.count(), lane.bytes(), tally.count, tally.bytes));
            }
            if (lane.low() > lane.tail() + 1 || lane.tail() > record.lastSequence()) {
              fault("lane %d/%d has watermarks out of order: %s".formatted(id, number, lane));
            }
          }
        });
  }

  private void checkSubscriptions() {
    subscriptions.forEach(
        (topic, ofTopic) -> {
          CountersRecord record = counters.get(topic);
          for (CheckedSubscription each : ofTopic) {
            if (record == null) {
              fault("subscription %d is on no topic".formatted(each.id));
              continue;
            }
            long waiting = record.addedCount() - each.record.settledCount();
            long bytes = record.addedBytes() - each.record.settledBytes();
            if (waiting != each.waitingCount || bytes != each.waitingBytes) {
              fault(
                  "subscription %d/%d counts %d waiting of %d bytes, and %d of %d wait"
                      .formatted(
                          topic, each.id, waiting, bytes, each.waitingCount, each.waitingBytes));
            }
          }
        });
  }

  private void checkIdentities() {
    records.scan(
        Keys.family(KeyFamily.IDENTITY),
        (key, value) -> {
          IdentityRecord place = IdentityRecord.fromBytes(key, value);
          int destination = Keys.destinationOfIdentity(key);
          byte[] entryKey = Keys.entry(destination, place.lane(), place.sequence());
          if (records.isMissing(entryKey)) {
            fault(
                "%s leads to %s, which is not there"
                    .formatted(KeyText.key(key), KeyText.key(entryKey)));
          }
          return true;
        });
  }

  private void checkExpiries() {
    if (records.isMissing(Keys.expiryFence())) {
      fault("the fence of the expiries is missing");
    }
    records.scan(
        Keys.family(KeyFamily.EXPIRY),
        (key, value) -> {
          boolean fence = Arrays.equals(key, Keys.expiryFence());
          if (!fence && records.isMissing(Keys.entry(Keys.positionOfExpiry(key)))) {
            fault("%s leads to a message that is not there".formatted(KeyText.key(key)));
          }
          return true;
        });
  }

  private void checkRedeliveries() {
    records.scan(
        Keys.family(KeyFamily.REDELIVERY),
        (key, value) -> {
          Position position = Keys.positionOf(key);
          if (records.isMissing(Keys.entry(position))) {
            fault("%s counts for a message that is not there".formatted(KeyText.key(key)));
          }
          CountersRecord record = counters.get(position.destinationId());
          if (record != null && position.sequence() >= record.lanes().get(position.lane()).low()) {
            redelivered.merge(position.destinationId(), 1L, Long::sum);
          }
          return true;
        });
    counters.forEach(
        (id, record) -> {
          long found = redelivered.getOrDefault(id, 0L);
          if (record.redelivered() != found) {
            fault(
                "%d counts %d redelivered, and %d are".formatted(id, record.redelivered(), found));
          }
        });
  }

  private void checkDeadLetters() {
    records.scan(
        Keys.family(KeyFamily.DEAD_LETTER),
        (key, value) -> {
          long sequence = Keys.sequenceOfDeadLetter(key);
          if (sequence != Keys.FENCE) {
            DeadLetterRecord.fromBytes(key, value);
            byte[] entryKey = Keys.entry(Keys.channelOfDeadLetter(key), 0, sequence);
            if (records.isMissing(entryKey)) {
              fault("%s is listed but is not there".formatted(KeyText.key(key)));
            }
          }
          return true;
        });
  }

  private void checkContents() {
    for (long contentId : chunkBytes.keySet()) {
      if (!ownedContents.contains(contentId) && !damaged.contains(KeyFamily.ENTRY)) {
        fault("the chunks of body %d belong to no message".formatted(contentId));
      }
      if (contentId >= head.nextContentId()) {
        fault("body %d has a number that was not given yet".formatted(contentId));
      }
    }
  }
}
