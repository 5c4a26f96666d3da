package io.levee.store;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * Branches of distributed transactions: work that is promised, and committed or rolled back when
 * somebody else has decided (two-phase commit, X/Open XA).
 *
 * <p>{@link #prepare} does everything that can fail. Messages to be stored are written, their
 * bodies once and for good, and seen by nobody; messages to be removed or moved stay in their place
 * and are <em>held</em>: no page shows them and every other operation on them is refused with
 * {@code MESSAGE_HELD}. {@link #commit} is one atomic write whatever the size of the branch, and
 * needs no room but what prepare left for it: it passes while the disk reserve refuses others.
 * {@link #rollback} gives back every held message as it was: in its place, with its expiry and its
 * count of redeliveries. What was not prepared does not survive a restart.
 *
 * <p>A branch is committed in one phase by {@link StoreTransaction#commit}; it is never seen here.
 *
 * <p>For any thread. All of it is durable before a call returns. An unknown branch is refused with
 * {@code UNKNOWN_BRANCH}: it was never prepared, or was ended before.
 */
public interface DtxStore {

  /** What a branch answers to being prepared. */
  enum Vote {
    /** It can be committed, and must be told the outcome. */
    PREPARED,
    /** It has nothing to commit and is not remembered. */
    READ_ONLY
  }

  /**
   * Promises what {@code work} asked for, and ends it. Refused as its commit would be, and then
   * nothing was changed: {@code work} is ended all the same. Further refused with {@code
   * BRANCH_EXISTS}, with {@code MESSAGE_HELD} when another branch holds one of its messages, and
   * with {@code NOT_IN_BRANCH} when it asked for anything but storing, acknowledging, moving,
   * dead-lettering, restoring and settling. A message of a topic is settled; taking it from every
   * subscription is refused with {@code WRONG_KIND}.
   *
   * <p>Operations that have no effect now, as the acknowledgement of a message that is gone, are
   * left out; when nothing is left the branch is read-only.
   *
   * @param work a transaction of this store, neither committed nor rolled back
   */
  Vote prepare(BranchId branch, StoreTransaction work);

  /**
   * Does what the branch promised. Sequences are given now, in the order of the commits.
   *
   * <p>A message whose identity came to be stored in its destination since the prepare is the same
   * message: the stored one is kept, the outcome is {@link Receipt.Status#DUPLICATE}. An operation
   * that prepare left out has the outcome {@link Receipt.Status#ABSENT}.
   *
   * @param beforeVisible as {@link StoreTransaction#beforeVisible}
   * @throws StoreException {@code UNKNOWN_BRANCH}, {@code BRANCH_FORCED} when an operator ended it
   *     (nothing was changed)
   */
  Receipt commit(BranchId branch, Consumer<Receipt> beforeVisible);

  /** Does what the branch promised. */
  default Receipt commit(BranchId branch) {
    return commit(branch, receipt -> {});
  }

  /**
   * Gives back what the branch held, and erases what it would have stored.
   *
   * @throws StoreException {@code UNKNOWN_BRANCH}, {@code BRANCH_FORCED} when an operator ended it
   *     (nothing was changed)
   */
  void rollback(BranchId branch);

  /**
   * Commits on an operator's word, which may be another than the transaction manager's. The branch
   * is remembered as {@link BranchInfo.State#FORCED_COMMIT} until {@link #forget}.
   *
   * @throws StoreException as {@link #commit}
   */
  Receipt forceCommit(BranchId branch, Consumer<Receipt> beforeVisible);

  /**
   * Rolls back on an operator's word; remembered as {@link BranchInfo.State#FORCED_ROLLBACK} until
   * {@link #forget}.
   *
   * @throws StoreException as {@link #rollback}
   */
  void forceRollback(BranchId branch);

  /**
   * Forgets a branch that an operator ended.
   *
   * @throws StoreException {@code UNKNOWN_BRANCH}, {@code BRANCH_IN_DOUBT} when nobody ended it
   *     (nothing was changed)
   */
  void forget(BranchId branch);

  /** What is known of a branch, or empty. Costs no disk access. */
  Optional<BranchInfo> find(BranchId branch);

  /**
   * The branches in doubt, and those that an operator ended, in the order of their prepares. Costs
   * no disk access.
   *
   * @param afterNumber the {@linkplain BranchInfo#number number} after which to start; 0 for the
   *     first
   * @param limit the most to answer, 1 to 100,000
   */
  Page<BranchInfo> list(long afterNumber, int limit);

  /**
   * What a branch in doubt holds, in the order in which it was asked for; nothing of one that was
   * ended. Unknown branch: empty.
   *
   * @param afterOrdinal the ordinal after which to start; -1 for the first
   * @param limit the most to answer, 1 to 100,000
   */
  Page<BranchOperation> operations(BranchId branch, int afterOrdinal, int limit);
}
