package io.levee.activemq;

import io.levee.store.BranchId;
import io.levee.store.BranchInfo;
import io.levee.store.BranchInfo.State;
import io.levee.store.BranchOperation;
import io.levee.store.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.management.openmbean.TabularData;
import javax.transaction.xa.XAException;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.TransactionBroker;
import org.apache.activemq.command.XATransactionId;
import org.apache.activemq.transaction.Transaction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an operator does to the branches of a running broker. An outcome that is forced here is
 * remembered by the store, goes through the broker's own transaction, so that its queues and
 * consumers learn of it, and is logged.
 */
final class BranchControl {

  private static final Logger LOG = LoggerFactory.getLogger(BranchControl.class);
  private static final int MAX_SHOWN = 1_000;

  private final BrokerService broker;
  private final LeveePersistenceAdapter adapter;

  BranchControl(BrokerService broker, LeveePersistenceAdapter adapter) {
    this.broker = broker;
    this.adapter = adapter;
  }

  TabularData list(long afterNumber, int limit) throws Exception {
    return BranchTable.of(
        adapter.gate().ask(store -> store.dtx().list(afterNumber, limit)).items());
  }

  /** A line for the branch, and one for each of its operations. */
  List<String> show(String text) throws IOException {
    BranchInfo branch = require(text);
    Page<BranchOperation> operations =
        adapter.gate().ask(store -> store.dtx().operations(branch.id(), -1, MAX_SHOWN));
    List<String> lines = new ArrayList<>();
    lines.add(BranchRecovery.described(branch));
    operations.items().forEach(operation -> lines.add(described(operation)));
    if (operations.more()) {
      lines.add("and more");
    }
    return lines;
  }

  private static String described(BranchOperation operation) {
    StringBuilder line = new StringBuilder();
    line.append(operation.ordinal()).append(' ').append(operation.kind());
    line.append(' ').append(operation.destination());
    operation.position().ifPresent(position -> line.append(" at ").append(position));
    operation
        .subscription()
        .ifPresent(subscription -> line.append(" for ").append(subscription.toUtf8()));
    operation.target().ifPresent(target -> line.append(" to ").append(target));
    return line.append(", ").append(operation.bytes()).append(" bytes").toString();
  }

  void commit(String text) throws Exception {
    BranchInfo branch = requireInDoubt(text);
    end(branch, "committed", transaction -> transaction.commit(false));
  }

  void rollback(String text) throws Exception {
    BranchInfo branch = requireInDoubt(text);
    end(branch, "rolled back", Transaction::rollback);
  }

  /** One of the ends that a broker's transaction can take. */
  private interface Ending {
    void end(Transaction transaction) throws Exception;
  }

  private void end(BranchInfo branch, String done, Ending ending) throws Exception {
    Transaction transaction = transaction(BrokerXid.xid(branch.id()));
    adapter.prepared().force(branch.id(), () -> ending.end(transaction));
    LOG.warn(
        "{} was {} by an operator; its transaction manager may have decided otherwise",
        BranchRecovery.described(branch),
        done);
  }

  private Transaction transaction(XATransactionId xid) throws Exception {
    TransactionBroker transactions =
        (TransactionBroker) broker.getBroker().getAdaptor(TransactionBroker.class);
    try {
      return transactions.getTransaction(null, xid, true);
    } catch (XAException e) {
      throw new IllegalStateException(
          "the broker has not taken up the branch %s; try again when it has started".formatted(xid),
          e);
    }
  }

  void forget(String text) throws IOException {
    BranchInfo branch = require(text);
    adapter.gate().tell(store -> store.dtx().forget(branch.id()));
    LOG.warn("{} was forgotten on an operator's word", BranchRecovery.described(branch));
  }

  private BranchInfo requireInDoubt(String text) throws IOException {
    BranchInfo branch = require(text);
    if (branch.state() != State.PREPARED) {
      throw new IllegalStateException(
          BranchRecovery.described(branch) + " was ended before; it can be forgotten");
    }
    return branch;
  }

  private BranchInfo require(String text) throws IOException {
    BranchId id = BranchId.parse(text.trim());
    return adapter
        .gate()
        .ask(store -> store.dtx().find(id))
        .orElseThrow(
            () -> new IllegalArgumentException("no branch %s is prepared here".formatted(id)));
  }
}
