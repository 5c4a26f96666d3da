package io.levee.engine;

import java.util.Arrays;
import java.util.Objects;

/**
 * Puts and deletes that are applied together or not at all, kept as one plain sequence of bytes.
 *
 * <p>Layout, so that a batch can be stored, sent or replayed as it is:
 *
 * <pre>
 *   batch  = version u8 (1), operation*
 *   put    = 'P', key length varint, key, value length varint, value
 *   delete = 'D', key length varint, key
 * </pre>
 *
 * <p>Operations apply in the order in which they were added; a later one on the same key wins. Not
 * thread-safe. A batch may be written more than once, and be reused after {@link #clear}.
 */
public final class Batch {

  /** Receives the operations of a batch in order. */
  public interface Visitor {
    /** One put; the arrays belong to the visitor. */
    void put(byte[] key, byte[] value);

    /** One delete; the array belongs to the visitor. */
    void delete(byte[] key);
  }

  /** The bytes of every batch before its first operation. */
  public static final int HEADER_BYTES = 1;

  private static final byte VERSION = 1;
  private static final byte PUT = 'P';
  private static final byte DELETE = 'D';

  private byte[] bytes = new byte[4096];
  private int length;
  private int operations;

  /** An empty batch. */
  public Batch() {
    clear();
  }

  /** The batch whose {@link #toBytes} gave {@code bytes}; refused when they are not a batch. */
  public static Batch fromBytes(byte[] bytes) {
    if (bytes.length == 0 || bytes[0] != VERSION) {
      throw new IllegalArgumentException(
          "not a batch of version " + VERSION + ": " + bytes.length + " bytes");
    }
    Batch batch = new Batch();
    batch.bytes = bytes.clone();
    batch.length = bytes.length;
    batch.forEach(
        new Visitor() {
          @Override
          public void put(byte[] key, byte[] value) {
            batch.operations++;
          }

          @Override
          public void delete(byte[] key) {
            batch.operations++;
          }
        });
    return batch;
  }

  /** Adds a put of {@code value} under {@code key}; both are copied. */
  public void put(byte[] key, byte[] value) {
    put(key, value, value.length);
  }

  /** Adds a put of the first {@code valueLength} bytes of {@code value}; both are copied. */
  public void put(byte[] key, byte[] value, int valueLength) {
    Objects.checkFromIndexSize(0, valueLength, value.length);
    reserve(1 + 5 + key.length + 5 + valueLength);
    bytes[length++] = PUT;
    append(key, key.length);
    append(value, valueLength);
    operations++;
  }

  /** Adds a delete of {@code key}; deleting what is not there is not an error. */
  public void delete(byte[] key) {
    reserve(1 + 5 + key.length);
    bytes[length++] = DELETE;
    append(key, key.length);
    operations++;
  }

  /** How many puts and deletes were added. */
  public int operations() {
    return operations;
  }

  /** The size of this batch in bytes, close to what its write adds to a write-ahead log. */
  public int sizeBytes() {
    return length;
  }

  /** Whether nothing was added. */
  public boolean isEmpty() {
    return operations == 0;
  }

  /** Forgets all operations, and a buffer that one exceptional batch had made large. */
  public void clear() {
    if (bytes.length > 4 << 20) {
      bytes = new byte[4096];
    }
    bytes[0] = VERSION;
    length = HEADER_BYTES;
    operations = 0;
  }

  /** The bytes of this batch, as drawn above; a copy. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  /** Hands every operation to {@code visitor}, in order. */
  public void forEach(Visitor visitor) {
    Reader reader = new Reader();
    while (reader.at < length) {
      byte kind = bytes[reader.at++];
      switch (kind) {
        case PUT -> {
          byte[] key = reader.next();
          visitor.put(key, reader.next());
        }
        case DELETE -> visitor.delete(reader.next());
        default ->
            throw new IllegalArgumentException(
                "not a batch: operation " + kind + " at byte " + (reader.at - 1));
      }
    }
  }

  private void append(byte[] part, int partLength) {
    int rest = partLength;
    while (rest > 0x7F) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
    System.arraycopy(part, 0, bytes, length, partLength);
    length += partLength;
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), bytes.length * 2));
    }
  }

  private final class Reader {
    private int at = HEADER_BYTES;

    byte[] next() {
      int size = 0;
      int shift = 0;
      byte part;
      do {
        if (at >= length || shift > 28) {
          throw new IllegalArgumentException("not a batch: cut off at byte " + at);
        }
        part = bytes[at++];
        size |= (part & 0x7F) << shift;
        shift += 7;
      } while (part < 0);
      if (size < 0 || size > length - at) {
        throw new IllegalArgumentException(
            "not a batch: a part of " + size + " bytes at byte " + at + " of " + length);
      }
      byte[] next = Arrays.copyOfRange(bytes, at, at + size);
      at += size;
      return next;
    }
  }
}
