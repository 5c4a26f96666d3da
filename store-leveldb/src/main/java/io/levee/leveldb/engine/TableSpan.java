package io.levee.leveldb.engine;

import io.levee.engine.KeyRange;
import java.util.Arrays;

/**
 * A table of the database, as its manifest describes it.
 *
 * @param bytes its length
 * @param keys from its first to its last key
 */
record TableSpan(long bytes, KeyRange keys) {

  /** Whether it may hold a key from {@code from} to {@code through}. */
  boolean mayHold(byte[] from, byte[] through) {
    return Arrays.compareUnsigned(keys.first(), through) <= 0
        && Arrays.compareUnsigned(from, keys.end()) < 0;
  }
}
