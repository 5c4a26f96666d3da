package io.levee.leveldb;

import io.levee.leveldb.key.KeyFamily;
import io.levee.leveldb.key.Keys;

/**
 * The instant below which no message is known to expire, so that a sweep does not walk over what it
 * removed before. Lowered by the committing thread, raised by the sweep; lost at a restart, where
 * the first sweep starts from the beginning.
 */
final class ExpiryWatermark {

  private long lowMillis;
  private long lowestNotedMillis = Long.MAX_VALUE;

  /** Notes a written key. */
  synchronized void note(byte[] key, boolean deleted) {
    if (!deleted && key[0] == KeyFamily.EXPIRY.tag()) {
      long expiresAtMillis = Keys.expiresAtMillisOf(key);
      lowestNotedMillis = Math.min(lowestNotedMillis, expiresAtMillis);
      lowMillis = Math.min(lowMillis, expiresAtMillis);
    }
  }

  /** No message is known to expire below this. */
  synchronized long lowMillis() {
    return lowMillis;
  }

  /** Where a sweep starts. What is written from now on is noted against its end. */
  synchronized long beginSweep() {
    lowestNotedMillis = Long.MAX_VALUE;
    return lowMillis;
  }

  /** A sweep found nothing more from its start through {@code nowMillis}. */
  synchronized void endSweep(long nowMillis) {
    long above = nowMillis == Long.MAX_VALUE ? nowMillis : nowMillis + 1;
    lowMillis = Math.max(0, Math.min(above, lowestNotedMillis));
  }
}
