package io.levee.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Immutable bytes with value equality and unsigned order, so that a record can carry them: the
 * equality of a bare array is identity.
 */
public final class Bytes implements Comparable<Bytes> {

  /** No bytes. */
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A copy of {@code bytes}. */
  public static Bytes copyOf(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new Bytes(bytes.clone());
  }

  /** A copy of {@code length} bytes of {@code bytes} from {@code offset}. */
  public static Bytes copyOf(byte[] bytes, int offset, int length) {
    return new Bytes(Arrays.copyOfRange(bytes, offset, offset + length));
  }

  /** The given array itself, not copied: the caller must never change it again. */
  public static Bytes wrap(byte[] bytes) {
    return new Bytes(bytes);
  }

  /** The UTF-8 form of {@code text}. */
  public static Bytes utf8(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** How many bytes. */
  public int size() {
    return bytes.length;
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /** A copy of the bytes. */
  public byte[] toArray() {
    return bytes.clone();
  }

  /** A read-only view of the bytes, without copying. */
  public ByteBuffer asBuffer() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  /** Copies {@code length} bytes from {@code from} into {@code target} at {@code at}. */
  public void copyTo(int from, byte[] target, int at, int length) {
    System.arraycopy(bytes, from, target, at, length);
  }

  /** The bytes read as UTF-8. */
  public String toUtf8() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** All bytes in hexadecimal, lower case. */
  public String toHex() {
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * The bytes that {@link #toHex} printed.
   *
   * @throws IllegalArgumentException when {@code hex} is not hexadecimal
   */
  public static Bytes fromHex(String hex) {
    return wrap(HexFormat.of().parseHex(hex));
  }

  /** At most the first 32 bytes in hexadecimal, and how many there are. */
  @Override
  public String toString() {
    String shown = HexFormat.of().formatHex(bytes, 0, Math.min(32, bytes.length));
    return bytes.length <= 32 ? shown : shown + "… (" + bytes.length + " bytes)";
  }
}
