package io.levee.dtx;

import io.levee.store.BranchId;
import io.levee.store.StoreTransaction;
import java.util.HashSet;
import java.util.Set;
import javax.transaction.xa.XAException;

/**
 * A branch before its prepare: what was asked for in it, who works in it, and whether it can still
 * be committed. It lives in memory only: what is not prepared does not survive the process. Guarded
 * by the {@link XaResourceManager} that has it.
 */
final class ActiveBranch {

  private final BranchId id;
  private final StoreTransaction work;
  private final long deadlineMillis;
  private final Set<XaSession> working = new HashSet<>();
  private final Set<XaSession> suspended = new HashSet<>();
  private int rollbackCode; // 0 while it can be committed
  private String rollbackReason = "";

  /** A branch that is rolled back when it is not prepared before {@code deadlineMillis}. */
  ActiveBranch(BranchId id, StoreTransaction work, long deadlineMillis) {
    this.id = id;
    this.work = work;
    this.deadlineMillis = deadlineMillis;
  }

  BranchId id() {
    return id;
  }

  StoreTransaction work() {
    return work;
  }

  /** Whether any session works in it, or means to come back. */
  boolean isAssociated() {
    return !working.isEmpty() || !suspended.isEmpty();
  }

  void join(XaSession session) {
    working.add(session);
  }

  void resume(XaSession session) throws XAException {
    if (!suspended.remove(session)) {
      throw XaErrors.of(
          XAException.XAER_PROTO,
          "the branch " + id + " was not suspended by this session and cannot be resumed.");
    }
    working.add(session);
  }

  void suspend(XaSession session) {
    working.remove(session);
    suspended.add(session);
  }

  /** Ends the part of a session, whether it works or is suspended; whether it had one. */
  boolean leave(XaSession session) {
    boolean worked = working.remove(session);
    return suspended.remove(session) || worked;
  }

  /** From now on it can only be rolled back; the first reason is kept. */
  void markRollbackOnly(int code, String reason) {
    if (rollbackCode == 0) {
      rollbackCode = code;
      rollbackReason = reason;
      work.rollback();
    }
  }

  /** Rolls it back when its time is over. */
  void expire(long nowMillis) {
    if (nowMillis >= deadlineMillis) {
      markRollbackOnly(
          XAException.XA_RBTIMEOUT, "the branch " + id + " was not prepared in its time.");
    }
  }

  void requireCommittable() throws XAException {
    if (rollbackCode != 0) {
      throw XaErrors.of(rollbackCode, rollbackReason);
    }
  }
}
