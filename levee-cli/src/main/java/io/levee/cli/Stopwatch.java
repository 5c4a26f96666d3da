package io.levee.cli;

import java.util.Locale;

/** The time since it was made, and rates in it. */
final class Stopwatch {

  private static final double NANOS_PER_SECOND = 1e9;

  private final long startedNanos = System.nanoTime();

  double seconds() {
    return (System.nanoTime() - startedNanos) / NANOS_PER_SECOND;
  }

  /** {@code count} things, how long they took, and how many that is in a second. */
  String rate(long count) {
    double seconds = seconds();
    return String.format(
        Locale.ROOT, "%,d in %.1f s, %,.0f/s", count, seconds, count / Math.max(seconds, 1e-3));
  }
}
