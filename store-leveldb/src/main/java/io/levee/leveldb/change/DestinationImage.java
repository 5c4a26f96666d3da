package io.levee.leveldb.change;

import io.levee.leveldb.key.CountersRecord;
import io.levee.leveldb.key.DestinationRecord;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import java.util.ArrayList;
import java.util.List;

/** The working state of a destination; seen and changed by the committing thread only. */
public final class DestinationImage {

  private final Destination destination;
  private final int id;
  private final DestinationOptions options;
  private final List<LaneImage> lanes = new ArrayList<>();
  private boolean removed;
  private boolean retained;
  private long lastSequence;
  private long addedCount;
  private long addedBytes;
  private long redelivered;
  private long sweepFrom;
  private long sweepGeneration;

  DestinationImage(Destination destination, DestinationRecord record) {
    this.destination = destination;
    this.id = record.id();
    this.options = record.options();
    for (int lane = 0; lane < options.lanes(); lane++) {
      lanes.add(new LaneImage());
    }
  }

  DestinationImage(Destination destination, DestinationRecord record, CountersRecord counters) {
    this.destination = destination;
    this.id = record.id();
    this.options = record.options();
    counters.lanes().forEach(lane -> lanes.add(new LaneImage(lane)));
    removed = counters.removed();
    retained = counters.retained();
    lastSequence = counters.lastSequence();
    addedCount = counters.addedCount();
    addedBytes = counters.addedBytes();
    redelivered = counters.redelivered();
    sweepFrom = counters.sweepFrom();
  }

  /** Its kind and name. */
  public Destination destination() {
    return destination;
  }

  /** Its number. */
  public int id() {
    return id;
  }

  /** How it was declared. */
  public DestinationOptions options() {
    return options;
  }

  /** Whether its messages stand in the order of expiries. */
  public boolean expiryIndexed() {
    return options.expiry() != DestinationOptions.Expiry.KEEP
        && destination.kind() != Destination.Kind.DEAD_LETTER_CHANNEL;
  }

  /** How many lanes it has. */
  public int laneCount() {
    return lanes.size();
  }

  /** No message of that lane below this is live. */
  public long low(int lane) {
    return lanes.get(lane).low();
  }

  /** The highest sequence given in that lane. */
  public long tail(int lane) {
    return lanes.get(lane).tail();
  }

  /** The highest sequence given. */
  public long lastSequence() {
    return lastSequence;
  }

  /** Whether it has a retained last value. */
  public boolean retained() {
    return retained;
  }

  /** How many live messages have a count of redeliveries. */
  public long redelivered() {
    return redelivered;
  }

  long addedCount() {
    return addedCount;
  }

  long addedBytes() {
    return addedBytes;
  }

  void add(int lane, long sequence, long bytes) {
    lanes.get(lane).add(sequence, bytes);
    lastSequence = sequence;
    addedCount++;
    addedBytes += bytes;
  }

  void remove(int lane, long firstCovered, long sequence, long bytes, boolean wasRedelivered) {
    lanes.get(lane).remove(firstCovered, sequence, bytes);
    redelivered -= wasRedelivered ? 1 : 0;
  }

  void adjustBytes(int lane, long delta) {
    lanes.get(lane).adjustBytes(delta);
    addedBytes += delta;
  }

  void countRedelivered() {
    redelivered++;
  }

  void purge() {
    lanes.forEach(LaneImage::purge);
    redelivered = 0;
    sweepFrom = 0;
  }

  void markRemoved() {
    purge();
    removed = true;
    retained = false;
  }

  /** A subscription is gone: all messages are to be looked at, whether anyone waits for them. */
  void sweep() {
    sweepFrom = lanes.get(0).low();
    sweepGeneration++;
  }

  /** A batch was looked at; not counted when a subscription went since the looking began. */
  void sweptThrough(long nextFrom, long generation) {
    if (generation == sweepGeneration) {
      sweepFrom = nextFrom;
    }
  }

  /** Which sweep is due: another one when another subscription went. */
  public long sweepGeneration() {
    return sweepGeneration;
  }

  void setRetained(boolean retained) {
    this.retained = retained;
  }

  void erasedThrough(int lane, long nextFrom, boolean done, long scannedLow) {
    lanes.get(lane).erasedThrough(nextFrom, done, scannedLow);
  }

  /** A seek found that nothing in that lane below {@code first} is live. */
  public void raiseLow(int lane, long first) {
    lanes.get(lane).raiseLow(first);
  }

  /** The state as it is written and as readers see it. */
  public CountersRecord toRecord() {
    return new CountersRecord(
        removed,
        retained,
        lastSequence,
        addedCount,
        addedBytes,
        redelivered,
        sweepFrom,
        lanes.stream().map(LaneImage::toRecord).toList());
  }
}
