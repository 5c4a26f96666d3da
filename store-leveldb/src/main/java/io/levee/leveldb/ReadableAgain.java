package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import io.levee.engine.KeyRange;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Finds the end of what an engine cannot read. A scan that begins in an unreadable block fails and
 * one that begins behind it does not; so the block's end is found by steps that double, and then by
 * halving the last one. Keys are taken for numbers, by their first {@value #WIDTH} bytes.
 *
 * <p>Between two unreadable blocks a readable one may be stepped over when it spans fewer keys than
 * the step. It costs some hundred seeks for each place.
 */
final class ReadableAgain {

  private static final int WIDTH = 32;

  private final Engine engine;
  private final KeyRange range;

  private ReadableAgain(Engine engine, KeyRange range) {
    this.engine = engine;
    this.range = range;
  }

  /** The first key of {@code range} at which a scan can begin; its end when there is none. */
  static byte[] firstFrom(Engine engine, KeyRange range) {
    return new ReadableAgain(engine, range).search();
  }

  private byte[] search() {
    BigInteger begin = number(range.first());
    BigInteger damaged = begin;
    BigInteger readable = begin.add(BigInteger.ONE);
    for (int bit = 1; !isReadable(readable); bit++) {
      damaged = readable;
      readable = begin.add(BigInteger.ONE.shiftLeft(bit));
    }
    while (readable.subtract(damaged).compareTo(BigInteger.ONE) > 0) {
      BigInteger middle = damaged.add(readable).shiftRight(1);
      if (isReadable(middle)) {
        readable = middle;
      } else {
        damaged = middle;
      }
    }
    return isBeyond(readable) ? range.end() : key(readable);
  }

  /** What lies beyond the range counts as readable: there the search ends. */
  private boolean isReadable(BigInteger number) {
    if (isBeyond(number)) {
      return true;
    }
    byte[] key = key(number);
    try {
      engine.scan(
          KeyRange.closedOpen(key, Arrays.copyOf(key, key.length + 1)), (found, value) -> false);
      return true;
    } catch (EngineException e) {
      if (e.code() != Code.CORRUPT) {
        throw e;
      }
      return false;
    }
  }

  private boolean isBeyond(BigInteger number) {
    return number.bitLength() > 8 * WIDTH || Arrays.compareUnsigned(key(number), range.end()) >= 0;
  }

  private static BigInteger number(byte[] key) {
    return new BigInteger(1, Arrays.copyOf(key, WIDTH));
  }

  /** The shortest key with this number: none that has it is smaller. */
  private static byte[] key(BigInteger number) {
    byte[] digits = number.toByteArray();
    byte[] key = new byte[WIDTH];
    int length = Math.min(WIDTH, digits.length);
    System.arraycopy(digits, digits.length - length, key, WIDTH - length, length);
    int end = WIDTH;
    while (end > 1 && key[end - 1] == 0) {
      end--;
    }
    return Arrays.copyOf(key, end);
  }
}
