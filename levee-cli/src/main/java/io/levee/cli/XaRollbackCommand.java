package io.levee.cli;

import picocli.CommandLine.Command;

@Command(name = "rollback", description = "Rolls branches in doubt back on an operator's word.")
final class XaRollbackCommand extends XaForceCommand {
  XaRollbackCommand() {
    super(BranchAction.ROLLBACK);
  }
}
