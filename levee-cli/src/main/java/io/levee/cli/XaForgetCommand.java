package io.levee.cli;

import picocli.CommandLine.Command;

@Command(
    name = "forget",
    description =
        "Forgets branches that an operator ended. Their transaction manager is told from then on"
            + " that they never were.")
final class XaForgetCommand extends XaEndCommand {
  XaForgetCommand() {
    super(BranchAction.FORGET);
  }
}
