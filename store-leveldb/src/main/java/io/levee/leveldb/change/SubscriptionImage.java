package io.levee.leveldb.change;

import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.SettledRecord;
import io.levee.leveldb.key.SubscriptionRecord;
import io.levee.store.Bytes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The working state of a subscription. Changed by the committing thread; {@link #isSettled} and
 * {@link #nextPending} may be asked by readers, who at worst are not given a message whose settling
 * is being written.
 */
public final class SubscriptionImage {

  private final int topicId;
  private final int id;
  private final Bytes name;
  private final Bytes data;
  private final SequenceRanges settledAhead = new SequenceRanges();
  private final Map<Long, Long> heldBytesBySequence = new HashMap<>();
  private final Set<Long> touchedFirsts = new HashSet<>();
  private long settledThrough;
  private long settledCount;
  private long settledBytes;
  private long heldBytes;
  private boolean ended;

  SubscriptionImage(int topicId, int id, SubscriptionRecord record) {
    this.topicId = topicId;
    this.id = id;
    this.name = record.name();
    this.data = record.data();
    this.settledThrough = record.settledThrough();
    this.settledCount = record.settledCount();
    this.settledBytes = record.settledBytes();
  }

  /** The number of its topic. */
  public int topicId() {
    return topicId;
  }

  /** Its number. */
  public int id() {
    return id;
  }

  /** Its name. */
  public Bytes name() {
    return name;
  }

  /** Whether {@code other} is a subscription of the same name of the same topic. */
  public boolean hasNameOf(SubscriptionImage other) {
    return topicId == other.topicId && name.equals(other.name);
  }

  /** Whether it does not wait for the message of that sequence, or not any more. */
  public synchronized boolean isSettled(long sequence) {
    return ended || sequence <= settledThrough || settledAhead.contains(sequence);
  }

  /** The lowest sequence at or above {@code sequence} that is neither settled nor held. */
  public synchronized long nextPending(long sequence) {
    long next = Math.max(sequence, settledThrough + 1);
    long before;
    do {
      before = next;
      next = settledAhead.nextAbsent(next);
      next += heldBytesBySequence.containsKey(next) ? 1 : 0;
    } while (next != before);
    return next;
  }

  /** Whether a prepared branch will settle the message of that sequence. */
  public synchronized boolean isHeld(long sequence) {
    return heldBytesBySequence.containsKey(sequence);
  }

  /** How many messages prepared branches will settle. */
  public synchronized long heldCount() {
    return heldBytesBySequence.size();
  }

  /** The bytes of those. */
  public synchronized long heldBytes() {
    return heldBytes;
  }

  /** A prepared branch will settle a message, unless it was taken from everybody since. */
  synchronized void hold(long sequence, long bytes) {
    if (isSettled(sequence)) {
      return;
    }
    heldBytesBySequence.put(sequence, bytes);
    heldBytes += bytes;
  }

  /** The branch that was to settle a message was ended. */
  synchronized void release(long sequence) {
    Long bytes = heldBytesBySequence.remove(sequence);
    heldBytes -= bytes == null ? 0 : bytes;
  }

  /** Adds a range that was read from disk. */
  public synchronized void restoreSettled(long first, long last) {
    settledAhead.add(first, last, touched -> {});
  }

  /** Settles one message; what lies below the topic's low watermark is gone for everybody. */
  synchronized void settle(long sequence, long bytes, long topicLow) {
    release(sequence); // what was taken from all of them is held for none
    settledCount++;
    settledBytes += bytes;
    if (topicLow - 1 > settledThrough) {
      settledThrough = settledAhead.skipFrom(topicLow, touchedFirsts::add) - 1;
    }
    if (sequence <= settledThrough) {
      return;
    }
    if (sequence == settledThrough + 1) {
      settledThrough = settledAhead.skipFrom(sequence + 1, touchedFirsts::add) - 1;
    } else {
      settledAhead.add(sequence, sequence, touchedFirsts::add);
    }
  }

  synchronized void settleEverything(DestinationImage topic) {
    settledThrough = topic.lastSequence();
    settledCount = topic.addedCount();
    settledBytes = topic.addedBytes();
    settledAhead.forEachFirst(touchedFirsts::add);
    settledAhead.clear();
  }

  synchronized void adjustSettledBytes(long delta) {
    settledBytes += delta;
  }

  /** It was removed: who still sees it must not take it for one that waits. */
  synchronized void end() {
    ended = true;
  }

  /** Writes the record and the ranges that changed since this was called last. */
  synchronized void writeTo(WriteSet out) {
    byte[] key = Keys.subscription(topicId, id);
    out.put(key, toRecord().toBytes(key));
    for (long first : touchedFirsts) {
      byte[] rangeKey = Keys.settled(topicId, id, first);
      long last = settledAhead.lastOf(first);
      if (last == 0) {
        out.delete(rangeKey);
      } else {
        out.put(rangeKey, new SettledRecord(last).toBytes(rangeKey));
      }
    }
    touchedFirsts.clear();
  }

  /** Deletes the record and every range. */
  synchronized void deleteFrom(WriteSet out) {
    out.delete(Keys.subscription(topicId, id));
    settledAhead.forEachFirst(first -> out.delete(Keys.settled(topicId, id, first)));
    // Of ranges that this batch ended or joined, too: nobody writes them any more.
    touchedFirsts.forEach(first -> out.delete(Keys.settled(topicId, id, first)));
  }

  /** The state as it is written and as readers see it. */
  public synchronized SubscriptionRecord toRecord() {
    return new SubscriptionRecord(name, data, settledThrough, settledCount, settledBytes);
  }
}
