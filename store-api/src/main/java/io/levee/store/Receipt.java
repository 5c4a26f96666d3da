package io.levee.store;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a commit answers: one outcome for each operation of the transaction, in the order of the
 * calls.
 *
 * @param commitNumber the number of the commit; commits that were written together share it
 * @param outcomes what each operation did
 */
public record Receipt(long commitNumber, List<Outcome> outcomes) {

  /** What became of one operation. */
  public enum Status {
    /** It was done. */
    APPLIED,
    /** A message of that identity was stored before; the position is that of the stored one. */
    DUPLICATE,
    /** What it was about is not there, or not any more; nothing was changed. */
    ABSENT
  }

  /**
   * What one operation did.
   *
   * @param status what became of it
   * @param position where the message lies now: for an enqueue, a move, a dead-lettering and a
   *     restore; otherwise the position that was named, or empty
   */
  public record Outcome(Status status, Optional<Position> position) {
    public Outcome {
      Objects.requireNonNull(status, "status");
      Objects.requireNonNull(position, "position");
    }
  }

  public Receipt {
    outcomes = List.copyOf(outcomes);
  }

  /** How many operations were done. */
  public int appliedCount() {
    return (int) outcomes.stream().filter(o -> o.status() == Status.APPLIED).count();
  }
}
