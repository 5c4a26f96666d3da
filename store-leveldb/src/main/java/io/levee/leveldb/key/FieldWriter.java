package io.levee.leveldb.key;

import io.levee.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Appends fixed-width big-endian fields to a growing array. */
final class FieldWriter {

  private byte[] bytes;
  private int length;

  FieldWriter(int expectedBytes) {
    bytes = new byte[expectedBytes];
  }

  FieldWriter u8(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  FieldWriter u16(int value) {
    return u8(value >>> 8).u8(value);
  }

  FieldWriter u32(int value) {
    return u16(value >>> 16).u16(value);
  }

  FieldWriter u64(long value) {
    return u32((int) (value >>> 32)).u32((int) value);
  }

  FieldWriter raw(byte[] value) {
    reserve(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
    return this;
  }

  FieldWriter raw(Bytes value) {
    reserve(value.size());
    value.copyTo(0, bytes, length, value.size());
    length += value.size();
    return this;
  }

  /** Bytes behind their length as u32. */
  FieldWriter sized(Bytes value) {
    return u32(value.size()).raw(value);
  }

  /** Text as UTF-8 behind its length as u32. */
  FieldWriter text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    return u32(utf8.length).raw(utf8);
  }

  /** What was appended, behind it the seal; the stored form under {@code key}. */
  byte[] sealed(byte[] key) {
    int valueBytes = length;
    return u32(Seal.checksum(key, bytes, valueBytes)).toArray();
  }

  byte[] toArray() {
    return bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
  }
}
