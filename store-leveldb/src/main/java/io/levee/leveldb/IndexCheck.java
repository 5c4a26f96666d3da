package io.levee.leveldb;

import io.levee.leveldb.key.DeadLetterRecord;
import io.levee.leveldb.key.DestinationRecord;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.IdentityRecord;
import io.levee.leveldb.key.KeyFamily;
import io.levee.leveldb.key.KeyText;
import io.levee.leveldb.key.Keys;
import io.levee.store.DestinationOptions.Expiry;
import io.levee.store.Position;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Each index against the messages that it leads to, and each message against its indexes. */
final class IndexCheck {

  private final SurvivingRecords records;
  private final CheckFindings findings;
  private final DestinationCheck destinations;
  private final Map<Integer, Long> redelivered = new HashMap<>();

  IndexCheck(SurvivingRecords records, CheckFindings findings, DestinationCheck destinations) {
    this.records = records;
    this.findings = findings;
    this.destinations = destinations;
  }

  /** Checks that a live message is in every index that it belongs into. */
  void checkFrom(Position position, EntryRecord entry) {
    entry
        .identity()
        .map(identity -> Keys.identity(identity, position.destinationId()))
        .filter(identityKey -> leadsElsewhere(identityKey, position))
        .ifPresent(
            missing ->
                findings.add("the identity of %s does not lead back to it".formatted(position)));
    if (isExpiryIndexed(position, entry)
        && records.isMissing(Keys.expiry(entry.expiresAtMillis(), position))) {
      findings.add("%s is missing from the order of expiries".formatted(position));
    }
    if (entry.originId() != 0 && records.isMissing(letterKey(position, entry))) {
      findings.add(
          "%s came from %d but is not listed under it".formatted(position, entry.originId()));
    }
  }

  private static byte[] letterKey(Position position, EntryRecord entry) {
    return Keys.deadLetter(position.destinationId(), entry.originId(), position.sequence());
  }

  private boolean isExpiryIndexed(Position position, EntryRecord entry) {
    return entry.expiresAtMillis() != 0
        && entry.originId() == 0
        && destinations
            .destination(position.destinationId())
            .map(DestinationRecord::options)
            .filter(options -> options.expiry() != Expiry.KEEP)
            .isPresent();
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

  /** Checks that every index leads to a message. */
  void run() {
    checkIdentities();
    checkExpiries();
    checkRedeliveries();
    checkDeadLetters();
  }

  private void checkIdentities() {
    records.scan(
        Keys.family(KeyFamily.IDENTITY),
        (key, value) -> {
          IdentityRecord place = IdentityRecord.fromBytes(key, value);
          int destination = Keys.destinationOfIdentity(key);
          byte[] entryKey = Keys.entry(destination, place.lane(), place.sequence());
          if (records.isMissing(entryKey)) {
            findings.add(
                "%s leads to %s, which is not there"
                    .formatted(KeyText.key(key), KeyText.key(entryKey)));
          }
          return true;
        });
  }

  private void checkExpiries() {
    if (records.isMissing(Keys.expiryFence())) {
      findings.add("the fence of the expiries is missing");
    }
    records.scan(
        Keys.family(KeyFamily.EXPIRY),
        (key, value) -> {
          boolean fence = Arrays.equals(key, Keys.expiryFence());
          if (!fence && records.isMissing(Keys.entry(Keys.positionOfExpiry(key)))) {
            findings.add("%s leads to a message that is not there".formatted(KeyText.key(key)));
          }
          return true;
        });
  }

  private void checkRedeliveries() {
    records.scan(
        Keys.family(KeyFamily.REDELIVERY),
        (key, value) -> {
          checkRedelivery(key);
          return true;
        });
    destinations.forEachCounters(
        (id, record) -> {
          long found = redelivered.getOrDefault(id, 0L);
          if (record.redelivered() != found) {
            findings.add(
                "%d counts %d redelivered, and %d are".formatted(id, record.redelivered(), found));
          }
        });
  }

  private void checkRedelivery(byte[] key) {
    Position position = Keys.positionOf(key);
    if (records.isMissing(Keys.entry(position))) {
      findings.add("%s counts for a message that is not there".formatted(KeyText.key(key)));
    }
    destinations
        .counters(position.destinationId())
        .filter(record -> position.sequence() >= record.lanes().get(position.lane()).low())
        .ifPresent(record -> redelivered.merge(position.destinationId(), 1L, Long::sum));
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
              findings.add("%s is listed but is not there".formatted(KeyText.key(key)));
            }
          }
          return true;
        });
  }
}
