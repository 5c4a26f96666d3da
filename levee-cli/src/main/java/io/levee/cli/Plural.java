package io.levee.cli;

import java.util.Locale;

/** Counts of things, in words. */
final class Plural {

  private Plural() {}

  /** {@code count} of what {@code one} names: {@code 1 fault}, {@code 2,000 faults}. */
  static String of(long count, String one) {
    return String.format(Locale.ROOT, "%,d %s%s", count, one, count == 1 ? "" : "s");
  }
}
