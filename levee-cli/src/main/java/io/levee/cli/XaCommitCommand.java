package io.levee.cli;

import picocli.CommandLine.Command;

@Command(name = "commit", description = "Commits branches in doubt on an operator's word.")
final class XaCommitCommand extends XaForceCommand {
  XaCommitCommand() {
    super(BranchAction.COMMIT);
  }
}
