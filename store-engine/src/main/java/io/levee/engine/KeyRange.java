package io.levee.engine;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A range of keys in unsigned byte order, from {@code first} inclusive to {@code end} exclusive.
 *
 * <p>Immutable, with value equality: the arrays are copied in, and what the accessors give out must
 * not be changed.
 */
public final class KeyRange {

  private final byte[] first;
  private final byte[] end;

  private KeyRange(byte[] first, byte[] end) {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(end, "end");
    if (Arrays.compareUnsigned(first, end) > 0) {
      throw new IllegalArgumentException(
          "range ends before it starts: first=" + hex(first) + " end=" + hex(end));
    }
    this.first = first.clone();
    this.end = end.clone();
  }

  /** The smallest key in the range; not to be changed. */
  public byte[] first() {
    return first;
  }

  /** The smallest key beyond the range; not to be changed. */
  public byte[] end() {
    return end;
  }

  /** The keys from {@code first} inclusive to {@code end} exclusive. */
  public static KeyRange closedOpen(byte[] first, byte[] end) {
    return new KeyRange(first, end);
  }

  /** The keys from {@code first} to {@code last}, both inclusive. */
  public static KeyRange closed(byte[] first, byte[] last) {
    return new KeyRange(first, Arrays.copyOf(last, last.length + 1));
  }

  /**
   * Every key that starts with {@code prefix}.
   *
   * @param prefix not empty, and not made of 0xFF bytes alone
   */
  public static KeyRange prefix(byte[] prefix) {
    return new KeyRange(prefix, successor(prefix));
  }

  /** Whether {@code key} lies in this range. */
  public boolean contains(byte[] key) {
    return Arrays.compareUnsigned(key, first) >= 0 && Arrays.compareUnsigned(key, end) < 0;
  }

  private static byte[] successor(byte[] prefix) {
    for (int i = prefix.length - 1; i >= 0; i--) {
      if (prefix[i] != (byte) 0xFF) {
        byte[] next = Arrays.copyOf(prefix, i + 1);
        next[i]++;
        return next;
      }
    }
    throw new IllegalArgumentException("no key lies beyond the prefix " + hex(prefix));
  }

  private static String hex(byte[] key) {
    return HexFormat.of().formatHex(key);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyRange range
        && Arrays.equals(first, range.first)
        && Arrays.equals(end, range.end);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(first) + Arrays.hashCode(end);
  }

  @Override
  public String toString() {
    return "[" + hex(first) + ", " + hex(end) + ")";
  }
}
