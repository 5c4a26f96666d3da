package io.levee.cli;

import io.levee.store.DtxStore;
import io.levee.store.MessageStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What the commands share that do something to branches. */
@Command(
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit status: 0 done, 1 done to some and then refused, 2 wrong command line,",
      "3 nothing was done."
    })
abstract class XaEndCommand implements Callable<Integer> {

  private final BranchAction action;

  @Mixin private ChosenBranches chosen;

  @Spec private CommandSpec spec;

  XaEndCommand(BranchAction action) {
    this.action = action;
  }

  @Override
  public final Integer call() throws Exception {
    chosen.requireSensible(spec);
    requireWord(spec);
    StorePlace place = StorePlace.in(chosen.directory(), spec.commandLine().getErr()::println);
    try (MessageStore store = place.open()) {
      return end(store.dtx(), place.path());
    }
  }

  private int end(DtxStore branches, Path path) throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    long count = chosen.count(branches, action, path);
    if (count == 0) {
      out.println("no branches " + action.subject() + " in " + path);
      return Exit.DONE;
    }
    String question =
        "%s %s %s in %s?"
            .formatted(action.verb(), Plural.ofBranches(count), action.subject(), path);
    if (!hasWord(question, spec.commandLine().getErr())) {
      spec.commandLine().getErr().println("nothing was done");
      return Exit.FAILED;
    }
    XaEnding ending = new XaEnding(action, branches, path, out);
    ending.run(chosen);
    out.println(ending.done() + " in " + path);
    return Exit.DONE;
  }

  /** Refuses a command line without the operator's word where nobody can be asked for it. */
  void requireWord(CommandSpec command) {}

  /** Whether the operator wants it; asks when that is not known. */
  boolean hasWord(String question, PrintWriter err) throws IOException {
    return true;
  }
}
