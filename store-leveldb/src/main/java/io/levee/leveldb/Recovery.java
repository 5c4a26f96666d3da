package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.engine.KeyRange;
import io.levee.leveldb.change.DestinationImage;
import io.levee.leveldb.change.Image;
import io.levee.leveldb.key.CountersRecord;
import io.levee.leveldb.key.DestinationRecord;
import io.levee.leveldb.key.FormatRecord;
import io.levee.leveldb.key.HeadRecord;
import io.levee.leveldb.key.KeyFamily;
import io.levee.leveldb.key.KeyText;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.ProducerRecord;
import io.levee.leveldb.key.Seal;
import io.levee.leveldb.key.SettledRecord;
import io.levee.leveldb.key.SubscriptionRecord;
import io.levee.leveldb.key.UnfinishedRecord;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Disk to image. Reads the small records and one message of each lane, so that opening costs what
 * there is of destinations, subscriptions and gaps, and not what is stored in them.
 */
final class Recovery {

  private final Engine engine;
  private final int producerCapacity;

  Recovery(Engine engine, int producerCapacity) {
    this.engine = engine;
    this.producerCapacity = producerCapacity;
  }

  /** The format of the store, or empty when nothing was ever written to it. */
  Optional<FormatRecord> format() {
    byte[] key = Keys.store(FormatRecord.NAME);
    Optional<FormatRecord> format =
        engine.get(key).map(stored -> FormatRecord.fromBytes(key, stored));
    if (format.isPresent() && format.get().version() > FormatRecord.VERSION) {
      throw new StoreException(
          Code.NEWER_FORMAT,
          "the store has format version %d; this version of Levee reads up to %d. Use a newer one."
              .formatted(format.get().version(), FormatRecord.VERSION));
    }
    if (format.isEmpty()) {
      requireEmpty();
    }
    return format;
  }

  private void requireEmpty() {
    engine.scan(
        KeyRange.closedOpen(new byte[0], new byte[] {(byte) 0xFF}),
        (key, value) -> {
          throw new StoreException(
              Code.CORRUPT,
              "the store has no format record but holds "
                  + KeyText.key(key)
                  + ". It was not written by Levee, or is damaged. Nothing was changed.");
        });
  }

  /** The image of a store that has a format record. */
  Image load() {
    refuseUnknownFamilies();
    byte[] headKey = Keys.store(HeadRecord.NAME);
    HeadRecord head =
        engine
            .get(headKey)
            .map(stored -> HeadRecord.fromBytes(headKey, stored))
            .orElseThrow(() -> Seal.corrupt(headKey, "it is missing"));
    Image image = new Image(head, producerCapacity);
    loadDestinations(image);
    loadSubscriptions(image);
    loadProducers(image);
    loadUnfinished(image);
    new BranchRecovery(engine).load(image).forEach(image::restoreBranch);
    return image;
  }

  private void refuseUnknownFamilies() {
    int next = 0;
    for (KeyFamily family : KeyFamily.values()) {
      refuseAnyBetween(next, family.tag());
      next = family.tag() + 1;
    }
    refuseAnyBetween(next, 0x100);
  }

  private void refuseAnyBetween(int firstTag, int endTag) {
    if (firstTag >= endTag) {
      return;
    }
    byte[] end = endTag > 0xFF ? new byte[] {-1, -1, -1, -1, -1} : new byte[] {(byte) endTag};
    engine.scan(
        KeyRange.closedOpen(new byte[] {(byte) firstTag}, end),
        (key, value) -> {
          throw new StoreException(
              Code.CORRUPT,
              KeyText.key(key)
                  + " is of no family that this version of Levee knows. Nothing was changed. Use"
                  + " the version that wrote it, or restore a backup.");
        });
  }

  private void loadDestinations(Image image) {
    Map<Integer, CountersRecord> counters = new HashMap<>();
    engine.scan(
        Keys.family(KeyFamily.COUNTERS),
        (key, value) -> {
          counters.put(Keys.idOf(key), CountersRecord.fromBytes(key, value));
          return true;
        });
    Set<Integer> named = new HashSet<>();
    engine.scan(
        Keys.family(KeyFamily.DESTINATION),
        (key, value) -> {
          DestinationRecord record = DestinationRecord.fromBytes(key, value);
          CountersRecord own = counters.get(record.id());
          if (own == null) {
            throw Seal.corrupt(key, "its counters are missing");
          }
          image.restore(Keys.destinationOf(key), record, own);
          named.add(record.id());
          return true;
        });
    counters.forEach(
        (id, record) -> {
          if (!named.contains(id)) {
            restoreRemoved(image, id, record);
          }
        });
    image.everything().destinations().forEach(this::findFirstLive);
  }

  private static void restoreRemoved(Image image, int id, CountersRecord counters) {
    if (!counters.removed()) {
      throw Seal.corrupt(Keys.counters(id), "no destination has that number");
    }
    DestinationOptions options = DestinationOptions.DEFAULT.withLanes(counters.lanes().size());
    image.restore(
        Destination.queue("(removed " + id + ")"), new DestinationRecord(id, options, 0), counters);
  }

  /** What was removed behind the head before is found by one seek, so that no reader walks it. */
  private void findFirstLive(DestinationImage destination) {
    List<CountersRecord.Lane> lanes = destination.toRecord().lanes();
    for (int i = 0; i < lanes.size(); i++) {
      CountersRecord.Lane lane = lanes.get(i);
      int number = i;
      if (lane.count() > 0) {
        engine.scan(
            Keys.entries(destination.id(), number, lane.low(), lane.tail()),
            (key, value) -> {
              destination.raiseLow(number, Keys.sequenceOf(key));
              return false;
            });
      }
    }
  }

  private void loadSubscriptions(Image image) {
    Map<List<Integer>, List<long[]>> ranges = new HashMap<>();
    engine.scan(
        Keys.family(KeyFamily.SETTLED),
        (key, value) -> {
          long last = SettledRecord.fromBytes(key, value).last();
          ranges
              .computeIfAbsent(
                  List.of(Keys.idOf(key), Keys.subscriptionOf(key)), id -> new ArrayList<>())
              .add(new long[] {Keys.firstOfSettled(key), last});
          return true;
        });
    engine.scan(
        Keys.family(KeyFamily.SUBSCRIPTION),
        (key, value) -> {
          int topic = Keys.idOf(key);
          int id = Keys.subscriptionOf(key);
          var subscription =
              image.addSubscription(topic, id, SubscriptionRecord.fromBytes(key, value));
          ranges
              .getOrDefault(List.of(topic, id), List.of())
              .forEach(range -> subscription.restoreSettled(range[0], range[1]));
          return true;
        });
  }

  private void loadProducers(Image image) {
    Map<Bytes, ProducerRecord> producers = new HashMap<>();
    engine.scan(
        Keys.family(KeyFamily.PRODUCER),
        (key, value) -> {
          producers.put(Bytes.wrap(key), ProducerRecord.fromBytes(key, value));
          return true;
        });
    image.restoreProducers(producers);
  }

  /** Streamed bodies that no message took before the store was closed or died. */
  private void loadUnfinished(Image image) {
    engine.scan(
        Keys.family(KeyFamily.UNFINISHED),
        (key, value) -> {
          int chunkBytes = UnfinishedRecord.fromBytes(key, value).chunkBytes();
          image.restoreUnfinished(Keys.contentOf(key), chunkBytes);
          return true;
        });
  }
}
