package io.levee.cli;

import org.apache.activemq.util.XBeanByteConverterUtil;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads sizes as they are written in {@code activemq.xml}: {@code 4096}, {@code 64kb}. */
final class SizeConverter implements ITypeConverter<Long> {

  @Override
  public Long convert(String text) {
    try {
      return XBeanByteConverterUtil.convertToLongBytes(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("'" + text + "' is not a size such as 64kb, 512mb or 2gb");
    }
  }
}
