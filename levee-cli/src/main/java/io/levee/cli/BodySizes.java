package io.levee.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the size of a body, which has to fit into memory many times. */
final class BodySizes implements ITypeConverter<Integer> {

  private static final int MAX_BYTES = 64 << 20;

  @Override
  public Integer convert(String text) {
    long bytes = new SizeConverter().convert(text);
    if (bytes > MAX_BYTES) {
      throw new TypeConversionException("a body has at most 64mb here, not '" + text + "'");
    }
    return (int) bytes;
  }
}
