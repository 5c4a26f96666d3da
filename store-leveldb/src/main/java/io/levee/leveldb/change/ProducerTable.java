package io.levee.leveldb.change;

import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.ProducerRecord;
import io.levee.store.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The last sequence of the producers that stored last, the longest silent first. What was pushed
 * out is forgotten on disk in the same batch.
 */
final class ProducerTable {

  private final int capacity;
  private final LinkedHashMap<Bytes, ProducerRecord> byKey = new LinkedHashMap<>();
  private final Set<Bytes> touched = new HashSet<>();

  ProducerTable(int capacity) {
    this.capacity = capacity;
  }

  /** Adds what was read from disk, in the order of the last commits. */
  void restore(Map<Bytes, ProducerRecord> records) {
    List<Map.Entry<Bytes, ProducerRecord>> ordered = new ArrayList<>(records.entrySet());
    ordered.sort(Comparator.comparingLong(entry -> entry.getValue().commitNumber()));
    ordered.forEach(entry -> byKey.put(entry.getKey(), entry.getValue()));
  }

  Optional<ProducerRecord> find(Bytes producerKey) {
    return Optional.ofNullable(byKey.get(producerKey));
  }

  void advance(Bytes producerKey, ProducerRecord record) {
    byKey.remove(producerKey);
    byKey.put(producerKey, record);
    touched.add(producerKey);
  }

  /** Writes those that stored since the last call; whether it forgot any to make room. */
  boolean writeTouched(WriteSet out) {
    for (Bytes producerKey : touched) {
      byte[] key = producerKey.toArray();
      out.put(key, byKey.get(producerKey).toBytes(key));
    }
    touched.clear();
    boolean full = byKey.size() > capacity;
    while (byKey.size() > capacity) {
      Bytes longestSilent = byKey.keySet().iterator().next();
      byKey.remove(longestSilent);
      out.delete(longestSilent.toArray());
    }
    return full;
  }

  /** The key of a producer as it stands in this table. */
  static Bytes key(Bytes producer) {
    return Bytes.wrap(Keys.producer(producer));
  }
}
