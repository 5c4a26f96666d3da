package io.levee.cli;

import io.levee.store.BranchInfo;
import io.levee.store.DtxStore;
import io.levee.store.StoreException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** One action on one branch after the other; each is told, and noted in the log. */
final class XaEnding {

  private static final Logger log = LoggerFactory.getLogger(XaCommand.class);

  private final BranchAction action;
  private final DtxStore branches;
  private final Path path;
  private final PrintWriter out;
  private long doneCount;

  XaEnding(BranchAction action, DtxStore branches, Path path, PrintWriter out) {
    this.action = action;
    this.branches = branches;
    this.path = path;
    this.out = out;
  }

  /** Does it to all {@code chosen}, up to the first that is refused. */
  void run(ChosenBranches chosen) throws BrokenOff {
    try {
      chosen.forEach(branches, action, this::run);
    } catch (StoreException e) {
      if (doneCount == 0) {
        throw e;
      }
      throw BrokenOff.of(e, done());
    }
  }

  private void run(BranchInfo branch) {
    action.apply(branches, branch.id());
    doneCount++;
    String size =
        Plural.of(branch.operations(), "operation") + ", " + Plural.of(branch.bytes(), "byte");
    out.println(action.done() + "  " + branch.id() + "  " + size);
    log.atLevel(action == BranchAction.FORGET ? Level.INFO : Level.WARN)
        .log(
            "Branch {} {} on an operator's word: {}, in {}",
            branch.id(),
            action.done(),
            size,
            path);
  }

  /** How many it was done to, in words. */
  String done() {
    return Plural.ofBranches(doneCount) + " " + action.done();
  }
}
