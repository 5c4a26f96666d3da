package io.levee.cli;

import io.levee.store.BranchId;
import io.levee.store.BranchInfo;
import io.levee.store.BranchInfo.State;
import io.levee.store.BranchOperation;
import io.levee.store.DtxStore;
import io.levee.store.MessageStore;
import io.levee.store.Page;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "show",
    description = "Shows a branch and each of its operations.",
    mixinStandardHelpOptions = true)
final class XaShowCommand implements Callable<Integer> {

  private static final int PAGE = 1_000;

  @Parameters(
      paramLabel = "DIR",
      index = "0",
      description = "The directory of the broker or of the store.")
  private Path directory;

  @Parameters(
      paramLabel = "ID",
      index = "1",
      converter = BranchIdConverter.class,
      description = "The branch, as levee xa list prints it.")
  private BranchId id;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    StorePlace place = StorePlace.in(directory, spec.commandLine().getErr()::println);
    PrintWriter out = spec.commandLine().getOut();
    try (MessageStore store = place.open()) {
      BranchInfo branch = ChosenBranches.require(store.dtx(), id, place.path());
      print(branch, out);
      if (branch.state() == State.PREPARED) {
        printOperations(store.dtx(), out);
      } else {
        out.println("it holds nothing any more");
      }
    }
    return Exit.DONE;
  }

  private static void print(BranchInfo branch, PrintWriter out) {
    long now = System.currentTimeMillis();
    out.println("branch      " + branch.id());
    out.println("state       " + BranchLine.state(branch.state()));
    out.println("prepared    " + BranchLine.instant(branch.preparedAtMillis(), now));
    branch
        .endedAtMillis()
        .ifPresent(millis -> out.println("ended       " + BranchLine.instant(millis, now)));
    out.printf(Locale.ROOT, "operations  %,d%n", branch.operations());
    out.printf(Locale.ROOT, "bytes       %,d%n", branch.bytes());
  }

  private void printOperations(DtxStore branches, PrintWriter out) {
    int passed = -1;
    Page<BranchOperation> page;
    do {
      page = branches.operations(id, passed, PAGE);
      for (BranchOperation operation : page.items()) {
        out.println("  " + OperationLine.of(operation));
        passed = operation.ordinal();
      }
    } while (page.more());
  }
}
