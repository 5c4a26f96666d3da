package io.levee.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a destination or a subscription; an empty one is a variable that was unset. */
final class NameConverter implements ITypeConverter<String> {

  @Override
  public String convert(String text) {
    if (text.isBlank()) {
      throw new TypeConversionException("'" + text + "' is no name");
    }
    return text;
  }
}
