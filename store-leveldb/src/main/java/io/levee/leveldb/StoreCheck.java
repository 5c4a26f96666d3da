package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.leveldb.key.HeadRecord;
import io.levee.leveldb.key.Keys;
import java.util.List;
import java.util.Optional;

/**
 * Every invariant of a store over all of its keys: seals, counters against messages, each index
 * against what it points at and back, chunks, watermarks, fences, leftovers. Reads everything;
 * changes nothing. The store must not be open meanwhile.
 *
 * <p>What cannot be read is a fault itself, and the check goes on behind it. Where the records are
 * damaged that everything else is judged by, only damage is listed.
 */
public final class StoreCheck {

  private StoreCheck() {}

  /**
   * The faults of the store in {@code engine}, at most 100, as sentences; none when it is whole.
   */
  public static List<String> faults(Engine engine) {
    SurvivingRecords records = new SurvivingRecords(engine);
    CheckFindings findings = new CheckFindings();
    new SealCheck(records, findings).run();
    byte[] headKey = Keys.store(HeadRecord.NAME);
    Optional<byte[]> head = records.find(headKey);
    if (head.isPresent() && findings.canCompare()) {
      compare(records, findings, HeadRecord.fromBytes(headKey, head.get()));
    }
    return findings.faults();
  }

  private static void compare(SurvivingRecords records, CheckFindings findings, HeadRecord head) {
    DestinationCheck destinations = new DestinationCheck(records, findings);
    destinations.run(head);
    SubscriptionCheck subscriptions = new SubscriptionCheck(records, findings);
    subscriptions.load();
    BodyCheck bodies = new BodyCheck(records, findings);
    bodies.load();
    IndexCheck indexes = new IndexCheck(records, findings, destinations);
    EntryCheck entries = new EntryCheck(records, findings, destinations);
    entries.run(
        (position, entry) -> bodies.check(position, entry),
        (position, entry) -> {
          indexes.checkFrom(position, entry);
          subscriptions.count(position, entry);
        });
    subscriptions.checkTotals(destinations);
    indexes.run();
    new BranchCheck(records, findings, bodies).run();
    bodies.checkOwners(head);
  }
}
