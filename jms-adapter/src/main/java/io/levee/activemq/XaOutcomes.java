package io.levee.activemq;

import io.levee.dtx.XaErrors;
import io.levee.store.BranchId;
import io.levee.store.BranchInfo;
import io.levee.store.BranchInfo.State;
import io.levee.store.Page;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Category;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.transaction.xa.XAException;
import org.apache.activemq.broker.Broker;
import org.apache.activemq.broker.BrokerFilter;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.broker.TransactionBroker;
import org.apache.activemq.command.TransactionId;
import org.apache.activemq.transaction.Transaction;

/**
 * Tells transaction managers what the broker itself has no words for: that a branch was ended by an
 * operator (X/Open XA, heuristics), and that a prepare was refused and why.
 *
 * <p>The broker would take a {@code forget} for a rollback, and would know nothing of a branch that
 * an operator ended: its manager would never learn that the outcome was another than its own.
 */
final class XaOutcomes extends BrokerFilter {

  private static final int PAGE = 1_000;

  private final LeveePersistenceAdapter adapter;

  XaOutcomes(Broker next, LeveePersistenceAdapter adapter) {
    super(next);
    this.adapter = adapter;
  }

  @Override
  public void beginTransaction(ConnectionContext context, TransactionId id) throws Exception {
    Optional<BranchInfo> forced = forced(id);
    if (forced.isPresent()) {
      throw error(XAException.XAER_DUPID, BranchRecovery.described(forced.get()) + " is known");
    }
    super.beginTransaction(context, id);
  }

  /** A refused branch is rolled back at once: its manager does not come back to it. */
  @Override
  public int prepareTransaction(ConnectionContext context, TransactionId id) throws Exception {
    try {
      int vote = super.prepareTransaction(context, id);
      redeliverAfterRollback(context, id);
      return vote;
    } catch (IOException e) {
      if (e.getCause() instanceof StoreException refusal && refusal.category() != Category.FATAL) {
        super.rollbackTransaction(context, id);
        XAException rolledBack = XaErrors.rolledBack(refusal);
        throw error(rolledBack.errorCode, rolledBack.getMessage(), refusal);
      }
      throw e;
    }
  }

  private void redeliverAfterRollback(ConnectionContext context, TransactionId id)
      throws Exception {
    Set<DurableAck> acks = adapter.prepared().durableAcks(named(id));
    if (!acks.isEmpty()) {
      transaction(context, id).addSynchronization(new DurableRedelivery(this, acks));
    }
  }

  /** Refused with {@code XAER_NOTA} when the broker does not know it. */
  private Transaction transaction(ConnectionContext context, TransactionId id) throws Exception {
    return ((TransactionBroker) getAdaptor(TransactionBroker.class))
        .getTransaction(context, id, true);
  }

  @Override
  public void commitTransaction(ConnectionContext context, TransactionId id, boolean onePhase)
      throws Exception {
    requireNotForced(id);
    super.commitTransaction(context, id, onePhase);
  }

  @Override
  public void rollbackTransaction(ConnectionContext context, TransactionId id) throws Exception {
    requireNotForced(id);
    super.rollbackTransaction(context, id);
  }

  private void requireNotForced(TransactionId id) throws Exception {
    Optional<BranchInfo> forced = forced(id);
    if (forced.isPresent()) {
      int code =
          forced.get().state() == State.FORCED_COMMIT
              ? XAException.XA_HEURCOM
              : XAException.XA_HEURRB;
      throw error(code, BranchRecovery.described(forced.get()) + " was ended by an operator");
    }
  }

  @Override
  public void forgetTransaction(ConnectionContext context, TransactionId id) throws Exception {
    if (forced(id).isPresent()) {
      BranchId branch = BrokerXid.branch(id);
      adapter.gate().tell(store -> store.dtx().forget(branch));
      return;
    }
    throw error(
        XAException.XAER_PROTO,
        transaction(context, id).getTransactionId()
            + " was not ended by an operator; there is nothing to forget");
  }

  /** With those that an operator ended: their manager has to learn of it. */
  @Override
  public TransactionId[] getPreparedTransactions(ConnectionContext context) throws Exception {
    List<TransactionId> all =
        new ArrayList<>(Arrays.asList(super.getPreparedTransactions(context)));
    Page<BranchInfo> page = new Page<>(List.of(), true);
    long after = 0;
    while (page.more()) {
      long from = after;
      page = adapter.gate().ask(store -> store.dtx().list(from, PAGE));
      for (BranchInfo branch : page.items()) {
        after = branch.number();
        if (branch.state() != State.PREPARED) {
          all.add(BrokerXid.xid(branch.id()));
        }
      }
    }
    return all.toArray(TransactionId[]::new);
  }

  private Optional<BranchInfo> forced(TransactionId id) throws Exception {
    if (!id.isXATransaction()) {
      return Optional.empty();
    }
    BranchId branch = named(id);
    return adapter
        .gate()
        .ask(store -> store.dtx().find(branch))
        .filter(known -> known.state() != State.PREPARED);
  }

  private static BranchId named(TransactionId id) throws XAException {
    try {
      return BrokerXid.branch(id);
    } catch (IOException e) {
      throw error(XAException.XAER_INVAL, e.getMessage(), e);
    }
  }

  private static XAException error(int code, String message) {
    return error(code, message, null);
  }

  private static XAException error(int code, String message, Throwable cause) {
    XAException error = Transaction.newXAException(message, code);
    error.initCause(cause);
    return error;
  }
}
