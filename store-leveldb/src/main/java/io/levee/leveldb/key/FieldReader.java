package io.levee.leveldb.key;

import io.levee.store.Bytes;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link FieldWriter} wrote. Running past the end throws {@link
 * BufferUnderflowException}, which {@link Seal#read} turns into a corruption that names the key.
 */
final class FieldReader {

  private final ByteBuffer buffer;

  FieldReader(byte[] bytes, int offset, int length) {
    buffer = ByteBuffer.wrap(bytes, offset, length);
  }

  int u8() {
    return buffer.get() & 0xFF;
  }

  int u16() {
    return buffer.getShort() & 0xFFFF;
  }

  int u32() {
    return buffer.getInt();
  }

  long u64() {
    return buffer.getLong();
  }

  Bytes bytes(int length) {
    if (length < 0 || length > buffer.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] taken = new byte[length];
    buffer.get(taken);
    return Bytes.wrap(taken);
  }

  Bytes sized() {
    return bytes(u32());
  }

  String text() {
    byte[] utf8 = sized().toArray();
    return new String(utf8, StandardCharsets.UTF_8);
  }

  Bytes rest() {
    return bytes(buffer.remaining());
  }

  int remaining() {
    return buffer.remaining();
  }
}
