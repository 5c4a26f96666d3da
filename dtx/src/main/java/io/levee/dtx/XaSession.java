package io.levee.dtx;

import io.levee.store.BranchId;
import io.levee.store.StoreTransaction;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * Where one thread does its part of distributed transactions. Enlist its {@link #resource} with the
 * transaction manager, then ask for work in {@link #transaction}; the manager tells the outcome.
 *
 * <p>Closing it rolls back what it has begun and not prepared. What was prepared stays until its
 * outcome is told, through any session. Calls of the manager may come from any thread.
 */
public final class XaSession implements AutoCloseable {

  private final XaResourceManager manager;
  private final XAResource resource = new Resource();
  private ActiveBranch branch; // what this session works in; guarded by this
  private int timeoutSeconds;
  private boolean closed;

  XaSession(XaResourceManager manager) {
    this.manager = manager;
  }

  /** What the transaction manager is given; the same one each time. */
  public XAResource resource() {
    return resource;
  }

  /**
   * The work of the branch that this session is associated with. Its commit and rollback are the
   * transaction manager's, and refused here with {@link IllegalStateException}.
   *
   * @throws IllegalStateException when the session is associated with no branch, or the branch was
   *     rolled back by its timeout
   */
  public synchronized StoreTransaction transaction() {
    if (branch == null) {
      throw new IllegalStateException(
          "this session works in no branch; enlist its resource, or begin a transaction of the"
              + " store for work of its own");
    }
    try {
      manager.requireInTime(branch);
    } catch (XAException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
    return new BranchWork(branch.work());
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      branch = null;
      manager.abandon(this);
    }
  }

  private synchronized void start(BranchId id, int flags) throws XAException {
    requireOpen();
    if (branch != null) {
      throw XaErrors.of(
          XAException.XAER_PROTO,
          "this session works in the branch " + branch.id() + "; end that first.");
    }
    branch =
        switch (flags) {
          case XAResource.TMNOFLAGS -> manager.begin(id, this, timeoutSeconds);
          case XAResource.TMJOIN -> manager.join(id, this, false);
          case XAResource.TMRESUME -> manager.join(id, this, true);
          default -> throw badFlags("start", flags);
        };
  }

  private synchronized void end(BranchId id, int flags) throws XAException {
    requireOpen();
    if (flags != XAResource.TMSUCCESS
        && flags != XAResource.TMFAIL
        && flags != XAResource.TMSUSPEND) {
      throw badFlags("end", flags);
    }
    boolean here = branch != null && branch.id().equals(id);
    if (!here && flags == XAResource.TMSUSPEND) {
      throw XaErrors.of(
          XAException.XAER_PROTO, "this session does not work in the branch " + id + ".");
    }
    try {
      manager.leave(id, this, flags);
    } finally {
      branch = here ? null : branch;
    }
  }

  private synchronized void requireOpen() throws XAException {
    if (closed) {
      throw XaErrors.of(XAException.XAER_RMFAIL, "the session was closed.");
    }
  }

  private static XAException badFlags(String call, int flags) {
    return XaErrors.of(
        XAException.XAER_INVAL, "%s does not take the flags 0x%08x.".formatted(call, flags));
  }

  /** The manager's side of the session. */
  private final class Resource implements XAResource {

    private List<BranchId> scan; // null while no scan is open; guarded by the session

    @Override
    public void start(Xid xid, int flags) throws XAException {
      XaSession.this.start(BranchXid.branch(xid), flags);
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
      XaSession.this.end(BranchXid.branch(xid), flags);
    }

    @Override
    public int prepare(Xid xid) throws XAException {
      BranchId id = BranchXid.branch(xid);
      requireOpen();
      return manager.prepare(id);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
      BranchId id = BranchXid.branch(xid);
      requireOpen();
      if (onePhase) {
        manager.commitOnePhase(id);
      } else {
        manager.commitPrepared(id);
      }
    }

    @Override
    public void rollback(Xid xid) throws XAException {
      BranchId id = BranchXid.branch(xid);
      requireOpen();
      manager.rollback(id);
    }

    @Override
    public void forget(Xid xid) throws XAException {
      BranchId id = BranchXid.branch(xid);
      requireOpen();
      manager.forget(id);
    }

    /**
     * A scan answers everything at its start, as of that moment, and nothing more until its end.
     */
    @Override
    public Xid[] recover(int flags) throws XAException {
      requireOpen();
      if ((flags & ~(TMSTARTRSCAN | TMENDRSCAN)) != 0) {
        throw badFlags("recover", flags);
      }
      synchronized (XaSession.this) {
        boolean starts = (flags & TMSTARTRSCAN) != 0;
        if (!starts && scan == null) {
          throw XaErrors.of(
              XAException.XAER_INVAL, "no scan is open; start one with TMSTARTRSCAN.");
        }
        scan = starts ? manager.recover() : List.of();
        Xid[] found = scan.stream().map(BranchXid::new).toArray(Xid[]::new);
        scan = (flags & TMENDRSCAN) != 0 ? null : new ArrayList<>();
        return found;
      }
    }

    @Override
    public boolean isSameRM(XAResource other) {
      return other instanceof Resource resource && resource.manager() == manager;
    }

    private XaResourceManager manager() {
      return manager;
    }

    @Override
    public int getTransactionTimeout() {
      synchronized (XaSession.this) {
        return timeoutSeconds;
      }
    }

    /** For branches that this session begins from now on; 0 for none. */
    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
      if (seconds < 0) {
        throw XaErrors.of(
            XAException.XAER_INVAL, "a timeout must be 0 for none, or seconds, not " + seconds);
      }
      synchronized (XaSession.this) {
        timeoutSeconds = seconds;
      }
      return true;
    }

    @Override
    public String toString() {
      return "XAResource of " + Integer.toHexString(System.identityHashCode(XaSession.this));
    }
  }
}
