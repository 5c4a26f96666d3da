package io.levee.activemq;

import io.levee.store.BranchId;
import io.levee.store.Bytes;
import java.io.IOException;
import org.apache.activemq.command.TransactionId;
import org.apache.activemq.command.XATransactionId;

/** The name of a branch as the broker has it, and as the store has it. */
final class BrokerXid {

  private BrokerXid() {}

  /**
   * The branch that {@code id} names.
   *
   * @throws IOException when XA allows no such name
   */
  static BranchId branch(TransactionId id) throws IOException {
    XATransactionId xid = (XATransactionId) id;
    try {
      return new BranchId(
          xid.getFormatId(),
          Bytes.copyOf(xid.getGlobalTransactionId()),
          Bytes.copyOf(xid.getBranchQualifier()));
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new IOException("the xid " + id + " names no branch: " + e.getMessage(), e);
    }
  }

  /** The broker's name of {@code branch}; equal to the one that a client gave. */
  static XATransactionId xid(BranchId branch) {
    XATransactionId xid = new XATransactionId();
    xid.setFormatId(branch.formatId());
    xid.setGlobalTransactionId(branch.globalId().toArray());
    xid.setBranchQualifier(branch.qualifier().toArray());
    return xid;
  }
}
