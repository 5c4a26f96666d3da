package io.levee.cli;

import io.levee.store.BranchId;
import io.levee.store.BranchInfo;
import io.levee.store.BranchInfo.State;
import io.levee.store.DtxStore;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;

/** What an operator can do to a branch whose transaction manager does not. */
enum BranchAction {
  COMMIT("Commit", "committed") {
    @Override
    void apply(DtxStore branches, BranchId id) {
      branches.forceCommit(id, receipt -> {});
    }
  },

  ROLLBACK("Roll back", "rolled back") {
    @Override
    void apply(DtxStore branches, BranchId id) {
      branches.forceRollback(id);
    }
  },

  FORGET("Forget", "forgotten") {
    @Override
    void apply(DtxStore branches, BranchId id) {
      branches.forget(id);
    }
  };

  private final String verb;
  private final String done;

  BranchAction(String verb, String done) {
    this.verb = verb;
    this.done = done;
  }

  abstract void apply(DtxStore branches, BranchId id);

  String verb() {
    return verb;
  }

  String done() {
    return done;
  }

  /** Whether a branch is in the state that this is for. */
  boolean isFor(BranchInfo branch) {
    return (branch.state() == State.PREPARED) == (this != FORGET);
  }

  /** What the branches are that this is for. */
  String subject() {
    return this == FORGET ? "ended by an operator" : "in doubt";
  }

  /** Says why this is not for {@code branch}, and what is. */
  StoreException refusal(BranchInfo branch) {
    return this == FORGET
        ? new StoreException(
            Code.BRANCH_IN_DOUBT,
            "the branch %s is in doubt; commit it or roll it back first".formatted(branch.id()))
        : new StoreException(
            Code.BRANCH_FORCED,
            "the branch %s was %s at %s; when its transaction manager knows, forget it"
                .formatted(
                    branch.id(),
                    BranchLine.state(branch.state()),
                    BranchLine.iso(branch.endedAtMillis().orElseThrow())));
  }
}
