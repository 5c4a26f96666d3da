package io.levee.leveldb.key;

import io.levee.store.StoreException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * The checksum at the end of every value, over the key and the value, so that neither a damaged
 * byte nor a value under the wrong key is ever taken for data.
 *
 * <pre>
 *   stored value = value, CRC-32C u32 of (key, value)
 * </pre>
 */
public final class Seal {

  private static final int SEAL_BYTES = 4;

  private Seal() {}

  /** The stored form of {@code value} under {@code key}. */
  public static byte[] close(byte[] key, byte[] value) {
    byte[] sealed = Arrays.copyOf(value, value.length + SEAL_BYTES);
    ByteBuffer.wrap(sealed).putInt(value.length, checksum(key, value, value.length));
    return sealed;
  }

  /** Whether {@code stored} is what {@link #close} gave for {@code key}. */
  public static boolean isIntact(byte[] key, byte[] stored) {
    int length = stored.length - SEAL_BYTES;
    return length >= 0 && ByteBuffer.wrap(stored).getInt(length) == checksum(key, stored, length);
  }

  /**
   * Reads a stored value with {@code decoder}.
   *
   * @throws StoreException {@code CORRUPT} when the seal or the layout is broken
   */
  static <T> T read(byte[] key, byte[] stored, Function<FieldReader, T> decoder) {
    if (!isIntact(key, stored)) {
      throw corrupt(key, "the checksum of its " + stored.length + " bytes does not match");
    }
    try {
      return decoder.apply(new FieldReader(stored, 0, stored.length - SEAL_BYTES));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw corrupt(key, "its " + stored.length + " bytes cannot be read: " + e);
    }
  }

  /** The error for a damaged value. */
  public static StoreException corrupt(byte[] key, String what) {
    return new StoreException(
        StoreException.Code.CORRUPT,
        "the value of "
            + KeyText.key(key)
            + " is damaged: "
            + what
            + ". Nothing was changed. Stop the store, keep a copy of its directory, and restore"
            + " from a backup or remove what is damaged with the levee tool.");
  }

  static int checksum(byte[] key, byte[] value, int length) {
    CRC32C crc = new CRC32C();
    crc.update(key);
    crc.update(value, 0, length);
    return (int) crc.getValue();
  }
}
