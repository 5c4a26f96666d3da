package io.levee.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "xa",
    description = "Shows and ends branches of distributed transactions that are in doubt.",
    mixinStandardHelpOptions = true,
    subcommands = {
      XaListCommand.class,
      XaShowCommand.class,
      XaCommitCommand.class,
      XaRollbackCommand.class,
      XaForgetCommand.class
    },
    footer = {"", "All of them need a store that no broker has open."})
final class XaCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  /** Without a subcommand there is nothing to do but to say which there are. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return Exit.USAGE;
  }
}
