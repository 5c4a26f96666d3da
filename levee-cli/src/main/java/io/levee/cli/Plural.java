package io.levee.cli;

import java.util.Locale;

/** Counts of things, in words. */
final class Plural {

  private Plural() {}

  /** {@code count} of what {@code one} names: {@code 1 fault}, {@code 2,000 faults}. */
  static String of(long count, String one) {
    return of(count, one, one + "s");
  }

  /** The same for a word that does not just take an s. */
  static String of(long count, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : many);
  }

  static String ofBranches(long count) {
    return of(count, "branch", "branches");
  }
}
