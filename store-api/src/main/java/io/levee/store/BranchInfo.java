package io.levee.store;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * What the store knows of a branch that was prepared and not ended, or ended by an operator and not
 * forgotten.
 *
 * @param id its name
 * @param number its place in the order of the prepares; never used again while the store is open
 * @param state what became of it so far
 * @param preparedAtMillis when it was prepared
 * @param endedAtMillis when an operator ended it
 * @param operations how many operations it asked for
 * @param bytes about how many bytes its commit writes
 */
public record BranchInfo(
    BranchId id,
    long number,
    State state,
    long preparedAtMillis,
    OptionalLong endedAtMillis,
    int operations,
    long bytes) {

  /** What became of a branch. */
  public enum State {
    /** In doubt: its transaction manager has not told the outcome. */
    PREPARED,
    /** An operator committed it; remembered until it is forgotten. */
    FORCED_COMMIT,
    /** An operator rolled it back; remembered until it is forgotten. */
    FORCED_ROLLBACK
  }

  public BranchInfo {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(endedAtMillis, "endedAtMillis");
  }
}
