package io.levee.leveldb.change;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * A set of sequences kept as disjoint ranges: the memory it takes is that of the gaps, not of the
 * members. Not thread-safe.
 */
public final class SequenceRanges {

  /** An empty set. */
  public SequenceRanges() {}

  private final NavigableMap<Long, Long> lastByFirst = new TreeMap<>();

  /**
   * Adds all sequences from {@code first} to {@code last} and joins them with their neighbours.
   *
   * @param touched is given the first sequence of every range that came, grew or went
   */
  public void add(long first, long last, LongConsumer touched) {
    long from = first;
    long through = last;
    Map.Entry<Long, Long> lower = lastByFirst.floorEntry(first);
    if (lower != null && lower.getValue() >= first - 1) {
      from = lower.getKey();
      through = Math.max(through, lower.getValue());
    }
    Map.Entry<Long, Long> higher = lastByFirst.higherEntry(from);
    while (higher != null && higher.getKey() <= through + 1) {
      through = Math.max(through, higher.getValue());
      lastByFirst.remove(higher.getKey());
      touched.accept(higher.getKey());
      higher = lastByFirst.higherEntry(from);
    }
    lastByFirst.put(from, through);
    touched.accept(from);
  }

  /** Whether {@code sequence} is in the set. */
  public boolean contains(long sequence) {
    Map.Entry<Long, Long> lower = lastByFirst.floorEntry(sequence);
    return lower != null && lower.getValue() >= sequence;
  }

  /** Takes one sequence out; its range may fall in two. */
  public void remove(long sequence) {
    Map.Entry<Long, Long> lower = lastByFirst.floorEntry(sequence);
    if (lower == null || lower.getValue() < sequence) {
      return;
    }
    lastByFirst.remove(lower.getKey());
    if (lower.getKey() < sequence) {
      lastByFirst.put(lower.getKey(), sequence - 1);
    }
    if (lower.getValue() > sequence) {
      lastByFirst.put(sequence + 1, lower.getValue());
    }
  }

  /** The lowest sequence at or above {@code sequence} that is not in the set. */
  public long nextAbsent(long sequence) {
    Map.Entry<Long, Long> lower = lastByFirst.floorEntry(sequence);
    return lower != null && lower.getValue() >= sequence ? lower.getValue() + 1 : sequence;
  }

  /**
   * Takes out the ranges that start at or below {@code next}, one after the other while they follow
   * each other.
   *
   * @param touched is given the first sequence of every range that went
   * @return the sequence after them, or {@code next} when there was none
   */
  long skipFrom(long next, LongConsumer touched) {
    long result = next;
    Map.Entry<Long, Long> lowest = lastByFirst.firstEntry();
    while (lowest != null && lowest.getKey() <= result) {
      result = Math.max(result, lowest.getValue() + 1);
      touched.accept(lowest.getKey());
      lastByFirst.pollFirstEntry();
      lowest = lastByFirst.firstEntry();
    }
    return result;
  }

  /** The last sequence of the range that starts at {@code first}; 0 when none does. */
  long lastOf(long first) {
    return lastByFirst.getOrDefault(first, 0L);
  }

  /** Forgets the range that lies highest. */
  void dropHighest() {
    lastByFirst.pollLastEntry();
  }

  /** Gives the first sequence of every range to {@code visitor}. */
  void forEachFirst(LongConsumer visitor) {
    lastByFirst.keySet().forEach(visitor::accept);
  }

  /** How many disjoint ranges there are. */
  public int rangeCount() {
    return lastByFirst.size();
  }

  /** Forgets everything. */
  void clear() {
    lastByFirst.clear();
  }
}
