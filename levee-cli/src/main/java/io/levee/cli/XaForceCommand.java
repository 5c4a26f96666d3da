package io.levee.cli;

import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What the two commands share that decide in place of the transaction manager. */
abstract class XaForceCommand extends XaEndCommand {

  private static final String CAUTION =
      "The transaction manager may decide otherwise. The outcome is remembered until it is"
          + " forgotten.";

  @Option(names = "--yes", description = "Do not ask. Needed where there is no terminal.")
  private boolean yes;

  XaForceCommand(BranchAction action) {
    super(action);
  }

  @Override
  final void requireWord(CommandSpec command) {
    if (!yes && !Confirmation.isPossible()) {
      throw new ParameterException(
          command.commandLine(), "there is no terminal to ask at; give --yes. " + CAUTION);
    }
  }

  @Override
  final boolean hasWord(String question, PrintWriter err) throws IOException {
    err.println(CAUTION);
    return yes || Confirmation.given(question, System.in, err);
  }
}
