package io.levee.leveldb.change;

import io.levee.leveldb.key.CountersRecord;

/**
 * One lane of a destination: where its live messages start and end, and how many there are.
 *
 * <p>The low watermark moves over what is removed at the head. What is removed behind the head is
 * remembered as ranges, so that the watermark can jump when it gets there; the ranges are a hint in
 * memory, bounded; what is forgotten of them is found again by one seek, at open and in upkeep.
 */
final class LaneImage {

  /** So many gaps are remembered; beyond, the highest is forgotten and costs a seek later. */
  private static final int MAX_GAPS = 50_000;

  private final SequenceRanges removedAhead = new SequenceRanges();
  private long low;
  private long tail;
  private long eraseFrom;
  private long purgedBelow;
  private long count;
  private long bytes;

  LaneImage() {
    low = 1;
  }

  LaneImage(CountersRecord.Lane record) {
    low = record.low();
    tail = record.tail();
    eraseFrom = record.eraseFrom();
    purgedBelow = record.low();
    count = record.count();
    bytes = record.bytes();
  }

  long low() {
    return low;
  }

  long tail() {
    return tail;
  }

  void add(long sequence, long messageBytes) {
    if (count == 0) {
      low = sequence;
    }
    tail = sequence;
    count++;
    bytes += messageBytes;
  }

  void remove(long firstCovered, long sequence, long messageBytes) {
    count--;
    bytes -= messageBytes;
    if (count == 0) {
      low = tail + 1;
      removedAhead.clear();
    } else if (firstCovered <= low) {
      low = removedAhead.skipFrom(sequence + 1, first -> {});
    } else {
      removedAhead.add(firstCovered, sequence, first -> {});
      if (removedAhead.rangeCount() > MAX_GAPS) {
        removedAhead.dropHighest();
      }
    }
  }

  void adjustBytes(long delta) {
    bytes += delta;
  }

  void purge() {
    if (eraseFrom == 0 && tail >= low) {
      eraseFrom = low;
    }
    low = tail + 1;
    purgedBelow = low;
    count = 0;
    bytes = 0;
    removedAhead.clear();
  }

  /**
   * Erasing came as far as {@code nextFrom}; when {@code done}, everything below {@code
   * scannedLow}, the watermark at the time of the scan, is erased. A purge since then has left more
   * above it.
   */
  void erasedThrough(long nextFrom, boolean done, long scannedLow) {
    if (!done) {
      eraseFrom = nextFrom;
    } else {
      eraseFrom = purgedBelow <= scannedLow ? 0 : scannedLow;
    }
  }

  /** A seek found that nothing below {@code first} is live. */
  void raiseLow(long first) {
    low = removedAhead.skipFrom(Math.max(low, first), range -> {});
  }

  CountersRecord.Lane toRecord() {
    return new CountersRecord.Lane(low, tail, eraseFrom, count, bytes);
  }
}
