package io.levee.activemq;

import io.levee.store.BranchId;
import io.levee.store.CommitDurability;
import io.levee.store.MessageStore;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.activemq.command.TransactionId;
import org.apache.activemq.store.TransactionRecoveryListener;
import org.apache.activemq.store.TransactionStore;

/**
 * The transactions of JMS sessions, local and distributed (XA). What a transaction sends and
 * acknowledges is collected, on all its destinations, and committed as one. Until it is prepared
 * nothing of it is in the store, so that a broker that dies leaves nothing of it behind; what is
 * prepared is a branch in the store until somebody ends it.
 */
final class TransactionStoreAdapter implements TransactionStore {

  private final StoreGate gate;
  private final PreparedBranches prepared;
  private final InDoubt inDoubt;
  private final Map<TransactionId, BrokerTransaction> open = new ConcurrentHashMap<>();

  TransactionStoreAdapter(StoreGate gate, PreparedBranches prepared, InDoubt inDoubt) {
    this.gate = gate;
    this.prepared = prepared;
    this.inDoubt = inDoubt;
  }

  PreparedBranches prepared() {
    return prepared;
  }

  /**
   * Does {@code step} at the commit of transaction {@code id}; or at once, with {@code durability},
   * when that is {@code null}.
   */
  void perform(TransactionId id, CommitDurability durability, Consumer<BrokerTransaction> step)
      throws IOException {
    if (isPrepared(id)) {
      passOver(step);
      return;
    }
    BrokerTransaction transaction = id == null ? fresh() : begun(id);
    gate.tell(store -> step.accept(transaction));
    if (id == null) {
      gate.tell(store -> transaction.commit(store, durability));
    }
  }

  private boolean isPrepared(TransactionId id) throws IOException {
    return id != null && id.isXATransaction() && prepared.contains(BrokerXid.branch(id));
  }

  /**
   * A client that lost its connection sends everything of its transaction again, also when that is
   * prepared: the branch holds it. To refuse it would end the new connection as well, and so on.
   */
  private void passOver(Consumer<BrokerTransaction> step) throws IOException {
    BrokerTransaction again = fresh();
    gate.tell(store -> step.accept(again));
    gate.tell(again::discardBodies);
  }

  private BrokerTransaction begun(TransactionId id) throws IOException {
    BrokerTransaction begun = open.get(id);
    if (begun != null) {
      return begun;
    }
    BrokerTransaction fresh = fresh();
    BrokerTransaction other = open.putIfAbsent(id, fresh);
    return other == null ? fresh : other;
  }

  private BrokerTransaction fresh() throws IOException {
    return new BrokerTransaction(gate.ask(MessageStore::begin));
  }

  /** Promises what the transaction collected, durably; nothing when it has nothing to store. */
  @Override
  public void prepare(TransactionId id) throws IOException {
    BrokerTransaction ended = open.remove(id);
    if (ended != null) {
      prepared.prepare(BrokerXid.branch(id), ended);
    }
  }

  /** The broker waits for {@code postCommit} also when it had nothing to store. */
  @Override
  public void commit(TransactionId id, boolean wasPrepared, Runnable preCommit, Runnable postCommit)
      throws IOException {
    if (preCommit != null) {
      preCommit.run();
    }
    if (wasPrepared) {
      prepared.commit(BrokerXid.branch(id));
    } else {
      commitCollected(id);
    }
    if (postCommit != null) {
      postCommit.run();
    }
  }

  private void commitCollected(TransactionId id) throws IOException {
    BrokerTransaction ended = open.remove(id);
    if (ended != null) {
      gate.tell(store -> ended.commit(store, CommitDurability.SYNC));
    }
  }

  @Override
  public void rollback(TransactionId id) throws IOException {
    BrokerTransaction ended = open.remove(id);
    if (ended != null) {
      gate.tell(ended::discardBodies);
    }
    if (id.isXATransaction()) {
      prepared.rollback(BrokerXid.branch(id));
    }
  }

  /** Hands over what was prepared and not ended; all else was never in the store. */
  @Override
  public void recover(TransactionRecoveryListener listener) throws IOException {
    new BranchRecovery(gate, prepared).run(inDoubt, listener);
  }

  @Override
  public void start() {}

  @Override
  public void stop() {
    open.clear();
    prepared.clear();
  }

  /** For people: the transactions that are neither committed nor rolled back. */
  @Override
  public String toString() {
    return "open transactions: "
        + open.keySet()
        + ", prepared branches: "
        + prepared.ids().stream().sorted().map(BranchId::toString).toList();
  }
}
