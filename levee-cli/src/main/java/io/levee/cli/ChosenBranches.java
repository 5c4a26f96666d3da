package io.levee.cli;

import io.levee.store.BranchId;
import io.levee.store.BranchInfo;
import io.levee.store.DtxStore;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The options that say which branches of which store are meant. */
final class ChosenBranches {

  @Parameters(
      paramLabel = "DIR",
      index = "0",
      description = "The directory of the broker or of the store.")
  private Path directory;

  @Parameters(
      paramLabel = "ID",
      index = "1..*",
      arity = "0..*",
      description = "The branches, as levee xa list prints them.")
  private List<String> names = List.of();

  @Option(names = "--all", description = "Every branch that it can be done to.")
  private boolean all;

  private final Set<BranchId> ids = new LinkedHashSet<>();

  /** Where they are. */
  Path directory() {
    return directory;
  }

  /** Either names or all of them, so that a variable that was unset does not mean all. */
  void requireSensible(CommandSpec spec) {
    if (all != names.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "name branches, or give --all for every one: one of both");
    }
    try {
      names.forEach(name -> ids.add(new BranchIdConverter().convert(name)));
    } catch (TypeConversionException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Refuses names that {@code action} is not for, before anything is done to the others. */
  long count(DtxStore branches, BranchAction action, Path path) {
    if (all) {
      return BranchPages.count(branches, action::isFor);
    }
    for (BranchId id : ids) {
      BranchInfo branch = require(branches, id, path);
      if (!action.isFor(branch)) {
        throw action.refusal(branch);
      }
    }
    return ids.size();
  }

  /** Goes through those that {@code action} is for. */
  void forEach(DtxStore branches, BranchAction action, Consumer<BranchInfo> each) {
    if (!all) {
      ids.forEach(id -> branches.find(id).ifPresent(each));
      return;
    }
    for (Iterator<BranchInfo> pages = new BranchPages(branches); pages.hasNext(); ) {
      BranchInfo branch = pages.next();
      if (action.isFor(branch)) {
        each.accept(branch);
      }
    }
  }

  /** The branch of that name, or a refusal. */
  static BranchInfo require(DtxStore branches, BranchId id, Path path) {
    return branches
        .find(id)
        .orElseThrow(
            () ->
                new StoreException(
                    Code.UNKNOWN_BRANCH,
                    "no branch %s in %s: it was never prepared there, or was ended;"
                            .formatted(id, path)
                        + " levee xa list shows which there are"));
  }
}
