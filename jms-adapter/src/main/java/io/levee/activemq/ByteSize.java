package io.levee.activemq;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a number of bytes as an operator writes it: {@code 4096}, {@code 64kb}, {@code 512 mb},
 * {@code 2g}. Units are powers of 1,024 and may be written in any case.
 */
final class ByteSize {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,15})\\s*([kmgt]?)i?b?");
  private static final String UNITS = "kmgt";

  private ByteSize() {}

  /**
   * The bytes that {@code text} stands for.
   *
   * @param property what it was given for, for the error message
   */
  static long parse(String property, String text) {
    Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          property
              + " must be a number of bytes such as 1048576, 512mb or 2gb, not '"
              + text
              + "'");
    }
    int unit = matcher.group(2).isEmpty() ? 0 : 1 + UNITS.indexOf(matcher.group(2));
    return Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << (10 * unit));
  }
}
