package io.levee.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how many of something there shall be: at least one. */
class Counts implements ITypeConverter<Integer> {

  private final int least;

  Counts() {
    this(1);
  }

  private Counts(int least) {
    this.least = least;
  }

  /** The same where none will do. */
  static final class OrNone extends Counts {
    OrNone() {
      super(0);
    }
  }

  @Override
  public final Integer convert(String text) {
    try {
      int count = Integer.parseInt(text);
      if (count >= least) {
        return count;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number that is too small.
    }
    throw new TypeConversionException("'" + text + "' is not a number from " + least + " on");
  }
}
