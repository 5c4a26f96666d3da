package io.levee.dtx;

import io.levee.store.BranchId;
import io.levee.store.BranchInfo;
import io.levee.store.BranchInfo.State;
import io.levee.store.DtxStore;
import io.levee.store.DtxStore.Vote;
import io.levee.store.MessageStore;
import io.levee.store.Page;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Category;
import io.levee.store.StoreTransaction;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * A store as the resource manager of distributed transactions (X/Open XA, JTA). Each thread that
 * works with it opens an {@link XaSession} and enlists that session's resource with the transaction
 * manager. A branch that was prepared in one session can be ended in any other, also after a
 * restart.
 *
 * <p>For any thread. It does not own the store: close its sessions, then the store.
 *
 * <p>Store errors become XA codes so: what the store refuses at a prepare or a one-phase commit
 * rolls the branch back ({@code XA_RB*}); a write with an unknown outcome, or a store that is
 * closed or failed, is {@code XAER_RMFAIL}, and the branch is in doubt until the store is opened
 * again.
 */
public final class XaResourceManager {

  private static final int PAGE = 1_000;

  private final MessageStore store;
  private final InstantSource clock;
  private final Map<BranchId, ActiveBranch> active = new HashMap<>();

  /** The manager of {@code store}; there should be one for each open store. */
  public XaResourceManager(MessageStore store, InstantSource clock) {
    this.store = Objects.requireNonNull(store, "store");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /** The manager of {@code store}. */
  public XaResourceManager(MessageStore store) {
    this(store, InstantSource.system());
  }

  /** A session, for one thread at a time. */
  public XaSession openSession() {
    return new XaSession(this);
  }

  // Work.

  synchronized ActiveBranch begin(BranchId id, XaSession session, int timeoutSeconds)
      throws XAException {
    expireOthers();
    if (active.containsKey(id) || find(id).isPresent()) {
      throw XaErrors.of(XAException.XAER_DUPID, "the branch " + id + " is known here already.");
    }
    long deadlineMillis =
        timeoutSeconds == 0 ? Long.MAX_VALUE : clock.millis() + timeoutSeconds * 1000L;
    ActiveBranch branch = new ActiveBranch(id, beginWork(), deadlineMillis);
    branch.join(session);
    active.put(id, branch);
    return branch;
  }

  private StoreTransaction beginWork() throws XAException {
    try {
      return store.begin();
    } catch (StoreException e) {
      throw XaErrors.unavailable(e);
    }
  }

  /** So that what nobody ends does not lie in memory for ever. */
  private void expireOthers() {
    long nowMillis = clock.millis();
    active.values().forEach(branch -> branch.expire(nowMillis));
  }

  synchronized ActiveBranch join(BranchId id, XaSession session, boolean resumes)
      throws XAException {
    ActiveBranch branch = requireActive(id);
    branch.expire(clock.millis());
    branch.requireCommittable();
    if (resumes) {
      branch.resume(session);
    } else {
      branch.join(session);
    }
    return branch;
  }

  /**
   * Ends or suspends what {@code session} does in a branch.
   *
   * @param flags of {@link XAResource#end}
   */
  synchronized void leave(BranchId id, XaSession session, int flags) throws XAException {
    ActiveBranch branch = requireActive(id);
    branch.expire(clock.millis());
    if (flags == XAResource.TMSUSPEND) {
      branch.suspend(session);
    } else if (!branch.leave(session)) {
      throw XaErrors.of(
          XAException.XAER_PROTO, "this session does not work in the branch " + id + ".");
    }
    if (flags == XAResource.TMFAIL) {
      branch.markRollbackOnly(
          XAException.XA_RBROLLBACK, "the work in the branch " + id + " was reported as failed.");
    }
    branch.requireCommittable();
  }

  /** Whether work may still be asked for in a branch. */
  synchronized void requireInTime(ActiveBranch branch) throws XAException {
    branch.expire(clock.millis());
    branch.requireCommittable();
  }

  /** Rolls back what a session leaves behind that was not prepared. */
  synchronized void abandon(XaSession session) {
    Iterator<ActiveBranch> all = active.values().iterator();
    while (all.hasNext()) {
      ActiveBranch branch = all.next();
      if (branch.leave(session) && !branch.isAssociated()) {
        branch.work().rollback();
        all.remove();
      }
    }
  }

  // Outcomes.

  int prepare(BranchId id) throws XAException {
    ActiveBranch branch = takeEnded(id, "prepared");
    boolean failedBefore = hasFailed();
    try {
      return dtx().prepare(id, branch.work()) == Vote.PREPARED
          ? XAResource.XA_OK
          : XAResource.XA_RDONLY;
    } catch (StoreException e) {
      if (e.category() == Category.FATAL && !failedBefore) {
        // Unknown, and presumed rolled back: recovery finds it if it was written.
        throw XaErrors.of(XAException.XAER_RMERR, e.getMessage(), e);
      }
      throw refusal(e);
    }
  }

  private boolean hasFailed() {
    try {
      return !store.status().failure().isEmpty();
    } catch (StoreException e) {
      return true;
    }
  }

  void commitOnePhase(BranchId id) throws XAException {
    ActiveBranch branch = takeEnded(id, "committed in one phase");
    try {
      branch.work().commit();
    } catch (StoreException e) {
      throw refusal(e);
    }
  }

  /** Takes a branch that nobody works in any more out of the table, to end it. */
  private synchronized ActiveBranch takeEnded(BranchId id, String what) throws XAException {
    ActiveBranch branch = active.get(id);
    if (branch == null) {
      throw notActive(id, what);
    }
    if (branch.isAssociated()) {
      throw XaErrors.of(
          XAException.XAER_PROTO,
          "the branch " + id + " cannot be " + what + " while a session works in it.");
    }
    branch.expire(clock.millis());
    active.remove(id);
    branch.requireCommittable();
    return branch;
  }

  private XAException notActive(BranchId id, String what) throws XAException {
    Optional<BranchInfo> known = find(id);
    return known.isPresent()
        ? XaErrors.of(
            XAException.XAER_PROTO,
            "the branch %s is %s and cannot be %s.".formatted(id, known.get().state(), what))
        : unknown(id);
  }

  void commitPrepared(BranchId id) throws XAException {
    requireNotActive(id);
    try {
      dtx().commit(id);
    } catch (StoreException e) {
      throw outcome(id, e);
    }
  }

  private synchronized void requireNotActive(BranchId id) throws XAException {
    if (active.containsKey(id)) {
      throw XaErrors.of(
          XAException.XAER_PROTO,
          "the branch " + id + " was not prepared; only then it has a second phase.");
    }
  }

  void rollback(BranchId id) throws XAException {
    if (!rollbackActive(id)) {
      try {
        dtx().rollback(id);
      } catch (StoreException e) {
        throw outcome(id, e);
      }
    }
  }

  private synchronized boolean rollbackActive(BranchId id) throws XAException {
    ActiveBranch branch = active.get(id);
    if (branch == null) {
      return false;
    }
    if (branch.isAssociated()) {
      throw XaErrors.of(
          XAException.XAER_PROTO,
          "the branch " + id + " cannot be rolled back while a session works in it.");
    }
    active.remove(id);
    branch.work().rollback();
    return true;
  }

  void forget(BranchId id) throws XAException {
    if (find(id).isEmpty()) {
      throw notForgettable(id);
    }
    try {
      dtx().forget(id);
    } catch (StoreException e) {
      throw outcome(id, e);
    }
  }

  private synchronized XAException notForgettable(BranchId id) {
    return active.containsKey(id)
        ? XaErrors.of(XAException.XAER_PROTO, "the branch " + id + " has no outcome to forget.")
        : unknown(id);
  }

  /** Every branch that is prepared, or was ended by an operator and not forgotten. */
  List<BranchId> recover() throws XAException {
    List<BranchId> found = new ArrayList<>();
    try {
      Page<BranchInfo> page = dtx().list(0, PAGE);
      page.items().forEach(info -> found.add(info.id()));
      while (page.more()) {
        page = dtx().list(page.items().get(page.items().size() - 1).number(), PAGE);
        page.items().forEach(info -> found.add(info.id()));
      }
      return found;
    } catch (StoreException e) {
      throw XaErrors.unavailable(e);
    }
  }

  private ActiveBranch requireActive(BranchId id) throws XAException {
    ActiveBranch branch = active.get(id);
    if (branch == null) {
      throw notActive(id, "worked in");
    }
    return branch;
  }

  private Optional<BranchInfo> find(BranchId id) throws XAException {
    try {
      return dtx().find(id);
    } catch (StoreException e) {
      throw XaErrors.unavailable(e);
    }
  }

  private DtxStore dtx() {
    return store.dtx();
  }

  private static XAException unknown(BranchId id) {
    return XaErrors.of(
        XAException.XAER_NOTA, "no branch " + id + " is known here, or not any more.");
  }

  private static XAException refusal(StoreException e) {
    return e.category() == Category.REFUSED || e.category() == Category.RETRY
        ? XaErrors.rolledBack(e)
        : XaErrors.unavailable(e);
  }

  /** Why a prepared branch did not get the outcome that it was told. */
  private XAException outcome(BranchId id, StoreException e) throws XAException {
    return switch (e.code()) {
      case UNKNOWN_BRANCH -> unknown(id);
      case BRANCH_IN_DOUBT -> XaErrors.of(XAException.XAER_PROTO, e.getMessage(), e);
      case BRANCH_FORCED ->
          XaErrors.of(
              find(id).filter(info -> info.state() == State.FORCED_COMMIT).isPresent()
                  ? XAException.XA_HEURCOM
                  : XAException.XA_HEURRB,
              e.getMessage(),
              e);
      default -> XaErrors.unavailable(e); // not the end of it: recovery tells the outcome again
    };
  }
}
