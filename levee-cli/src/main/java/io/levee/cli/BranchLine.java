package io.levee.cli;

import io.levee.store.BranchInfo;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** A branch in words. */
final class BranchLine {

  private static final long MINUTE_SECONDS = 60;
  private static final long HOUR_SECONDS = 60 * MINUTE_SECONDS;
  private static final long DAY_SECONDS = 24 * HOUR_SECONDS;

  private BranchLine() {}

  /** Name, state, since when, and how much it is, in one line. */
  static String of(BranchInfo branch, long nowMillis) {
    return String.format(
        Locale.ROOT,
        "%s  %s since %s, %s, %s",
        branch.id(),
        state(branch.state()),
        instant(since(branch), nowMillis),
        Plural.of(branch.operations(), "operation"),
        Plural.of(branch.bytes(), "byte"));
  }

  static String state(BranchInfo.State state) {
    return switch (state) {
      case PREPARED -> "in doubt";
      case FORCED_COMMIT -> "committed by an operator";
      case FORCED_ROLLBACK -> "rolled back by an operator";
    };
  }

  private static long since(BranchInfo branch) {
    return branch.endedAtMillis().orElse(branch.preparedAtMillis());
  }

  /** {@code 2026-12-01T04:55:21Z (3 h 12 min ago)}. */
  static String instant(long millis, long nowMillis) {
    return iso(millis) + " (" + length(Duration.ofMillis(nowMillis - millis)) + " ago)";
  }

  static String iso(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The two largest units of a time; a clock that was set back makes none less than nothing. */
  static String length(Duration time) {
    long seconds = Math.max(0, time.toSeconds());
    if (seconds < MINUTE_SECONDS) {
      return seconds + " s";
    }
    if (seconds < HOUR_SECONDS) {
      return seconds / MINUTE_SECONDS + " min";
    }
    if (seconds < DAY_SECONDS) {
      return seconds / HOUR_SECONDS + " h " + seconds % HOUR_SECONDS / MINUTE_SECONDS + " min";
    }
    return seconds / DAY_SECONDS + " d " + seconds % DAY_SECONDS / HOUR_SECONDS + " h";
  }
}
