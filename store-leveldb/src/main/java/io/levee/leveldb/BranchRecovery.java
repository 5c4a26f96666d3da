package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.leveldb.change.BranchImage;
import io.levee.leveldb.change.BranchImage.Held;
import io.levee.leveldb.change.Image;
import io.levee.leveldb.change.SubscriptionImage;
import io.levee.leveldb.key.BranchRecord;
import io.levee.leveldb.key.HoldRecord;
import io.levee.leveldb.key.KeyFamily;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.Seal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The branches that were prepared before: every hold is in force again before anybody reads.
 * Subscriptions are in the image already.
 */
final class BranchRecovery {

  private final Engine engine;
  private final Map<Long, BranchRecord> records = new TreeMap<>();
  private final Map<Long, SortedSet<Integer>> prepared = new HashMap<>();
  private final Map<Long, Map<Integer, Held>> holds = new HashMap<>();

  BranchRecovery(Engine engine) {
    this.engine = engine;
  }

  /** The branches in the order of their prepares; {@code image} is looked into only. */
  List<BranchImage> load(Image image) {
    engine.scan(
        Keys.branches(KeyFamily.BRANCH),
        (key, value) ->
            records.put(Keys.branchOf(key), BranchRecord.fromBytes(key, value)) == null);
    engine.scan(
        Keys.branches(KeyFamily.PREPARED),
        (key, value) ->
            prepared
                .computeIfAbsent(requireBranch(key), number -> new TreeSet<>())
                .add(Keys.ordinalOfOperation(key)));
    engine.scan(
        Keys.branches(KeyFamily.HOLD),
        (key, value) -> {
          HoldRecord record = HoldRecord.fromBytes(key, value);
          holds
              .computeIfAbsent(requireBranch(key), number -> new TreeMap<>())
              .put(
                  Keys.ordinalOfOperation(key), new Held(record, subscription(key, record, image)));
          return true;
        });
    return records.entrySet().stream().map(each -> image(each.getKey(), each.getValue())).toList();
  }

  private BranchImage image(long number, BranchRecord record) {
    return new BranchImage(
        number,
        record,
        prepared.getOrDefault(number, new TreeSet<>()),
        holds.getOrDefault(number, Map.of()));
  }

  private long requireBranch(byte[] key) {
    long number = Keys.branchOf(key);
    if (!records.containsKey(number)) {
      throw Seal.corrupt(key, "no branch has that number");
    }
    return number;
  }

  private static Optional<SubscriptionImage> subscription(
      byte[] key, HoldRecord record, Image image) {
    if (record.subscriptionId() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        image.subscriptions(record.position().destinationId()).stream()
            .filter(subscription -> subscription.id() == record.subscriptionId())
            .findFirst()
            .orElseThrow(() -> Seal.corrupt(key, "its subscription is missing")));
  }
}
