package io.levee.dtx;

import io.levee.store.BranchId;
import io.levee.store.Bytes;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;

/**
 * The name of a branch as transaction managers want it, and back. Equal to another when the branch
 * is; a manager's own {@link Xid}s have no equality to rely on.
 */
record BranchXid(BranchId branch) implements Xid {

  /** The branch that {@code xid} names, byte for byte. */
  static BranchId branch(Xid xid) throws XAException {
    if (xid == null) {
      throw XaErrors.of(XAException.XAER_INVAL, "the xid is null.");
    }
    try {
      return new BranchId(
          xid.getFormatId(),
          Bytes.copyOf(xid.getGlobalTransactionId()),
          Bytes.copyOf(xid.getBranchQualifier()));
    } catch (IllegalArgumentException e) {
      throw XaErrors.of(XAException.XAER_INVAL, "the xid names no branch: " + e.getMessage());
    }
  }

  @Override
  public int getFormatId() {
    return branch.formatId();
  }

  @Override
  public byte[] getGlobalTransactionId() {
    return branch.globalId().toArray();
  }

  @Override
  public byte[] getBranchQualifier() {
    return branch.qualifier().toArray();
  }

  @Override
  public String toString() {
    return branch.toString();
  }
}
