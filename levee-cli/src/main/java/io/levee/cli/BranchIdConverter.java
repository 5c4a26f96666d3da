package io.levee.cli;

import io.levee.store.BranchId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a branch as {@code levee xa list} prints it. */
final class BranchIdConverter implements ITypeConverter<BranchId> {

  @Override
  public BranchId convert(String text) {
    try {
      return BranchId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage() + "; levee xa list prints the names");
    }
  }
}
