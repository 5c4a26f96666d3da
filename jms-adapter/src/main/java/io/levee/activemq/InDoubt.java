package io.levee.activemq;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What becomes of branches that are in doubt when the broker starts. */
enum InDoubt {
  /** They wait for their transaction manager. */
  KEEP,
  /** They are committed, and remembered as forced. */
  COMMIT,
  /** They are rolled back, and remembered as forced. */
  ROLLBACK;

  /** The one that is written {@code text}, in capital or small letters. */
  static InDoubt parse(String property, String text) {
    String wanted = text.trim().toUpperCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(value -> value.name().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s is one of %s, not %s".formatted(property, choices(), text)));
  }

  private static String choices() {
    return Arrays.stream(values())
        .map(value -> value.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }
}
