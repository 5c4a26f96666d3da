package io.levee.activemq;

import java.util.Arrays;

/**
 * How far messages were paged in: the last sequence handed out in each lane. Guarded by itself; the
 * monitor is held while a page is handed out, so that a reset waits for its end.
 */
final class LaneCursor {

  private final long[] sequences;

  LaneCursor(int lanes) {
    sequences = new long[lanes];
  }

  long after(int lane) {
    return sequences[lane];
  }

  void advance(int lane, long sequence) {
    sequences[lane] = sequence;
  }

  /** Everything up to {@code sequence} counts as handed out, in every lane, and nothing else. */
  synchronized void set(long sequence) {
    Arrays.fill(sequences, sequence);
  }

  void reset() {
    set(0);
  }
}
