package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.engine.KeyRange;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Cuts a range into slices that a compaction is soon done with: it cannot be stopped once it began,
 * and a close waits for it.
 */
final class RangeSlices {

  private static final long SLICE_BYTES = 128L << 20;
  private static final int MIDDLE_KEY_BYTES = 16;

  private final Engine engine;

  RangeSlices(Engine engine) {
    this.engine = engine;
  }

  /** The slices of {@code range} in order, each of a bounded size where a key lies between. */
  List<KeyRange> of(KeyRange range) {
    return slices(range).toList();
  }

  private Stream<KeyRange> slices(KeyRange range) {
    byte[] middle = middle(range.first(), range.end());
    boolean divisible =
        Arrays.compareUnsigned(range.first(), middle) < 0
            && Arrays.compareUnsigned(middle, range.end()) < 0;
    if (!divisible || engine.approximateSizeBytes(range) <= SLICE_BYTES) {
      return Stream.of(range);
    }
    return Stream.concat(
        slices(KeyRange.closedOpen(range.first(), middle)),
        slices(KeyRange.closedOpen(middle, range.end())));
  }

  /** Halfway between two keys, read as fractions. */
  static byte[] middle(byte[] first, byte[] end) {
    BigInteger sum = number(first).add(number(end));
    byte[] half = sum.shiftRight(1).toByteArray();
    byte[] key = new byte[MIDDLE_KEY_BYTES];
    int length = Math.min(half.length, key.length); // a sign byte may lead
    System.arraycopy(half, half.length - length, key, key.length - length, length);
    return key;
  }

  private static BigInteger number(byte[] key) {
    return new BigInteger(1, Arrays.copyOf(key, MIDDLE_KEY_BYTES));
  }
}
