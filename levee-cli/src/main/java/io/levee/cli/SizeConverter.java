package io.levee.cli;

import org.apache.activemq.util.XBeanByteConverterUtil;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads sizes as they are written in {@code activemq.xml}: {@code 4096}, {@code 64kb}. */
class SizeConverter implements ITypeConverter<Long> {

  private final long least;

  SizeConverter() {
    this(0);
  }

  private SizeConverter(long least) {
    this.least = least;
  }

  /** The same where nothing will not do. */
  static final class NotZero extends SizeConverter {
    NotZero() {
      super(1);
    }
  }

  @Override
  public final Long convert(String text) {
    long bytes = bytes(text);
    if (bytes < least) {
      throw new TypeConversionException(
          "'" + text + "' is too small; it has to be " + least + " at least");
    }
    return bytes;
  }

  private static long bytes(String text) {
    try {
      return XBeanByteConverterUtil.convertToLongBytes(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("'" + text + "' is not a size such as 64kb, 512mb or 2gb");
    }
  }
}
