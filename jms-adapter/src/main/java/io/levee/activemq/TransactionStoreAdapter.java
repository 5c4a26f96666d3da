package io.levee.activemq;

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
 * The transactions of JMS sessions. What such a transaction sends and acknowledges is collected, on
 * all its destinations, and committed as one; until then nothing of it is in the store, so that a
 * broker that dies leaves nothing of it behind and nothing has to be recovered.
 *
 * <p>Distributed (XA) transactions are refused as soon as one wants to store something.
 */
final class TransactionStoreAdapter implements TransactionStore {

  private final StoreGate gate;
  private final Map<TransactionId, BrokerTransaction> open = new ConcurrentHashMap<>();

  TransactionStoreAdapter(StoreGate gate) {
    this.gate = gate;
  }

  /**
   * Does {@code step} at the commit of transaction {@code id}; or at once, with {@code durability},
   * when that is {@code null}.
   */
  void perform(TransactionId id, CommitDurability durability, Consumer<BrokerTransaction> step)
      throws IOException {
    BrokerTransaction transaction = id == null ? fresh() : begun(id);
    gate.tell(store -> step.accept(transaction));
    if (id == null) {
      gate.tell(store -> transaction.commit(store, durability));
    }
  }

  private BrokerTransaction begun(TransactionId id) throws IOException {
    if (id.isXATransaction()) {
      throw noDistributedTransactions(id);
    }
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

  /** The broker waits for {@code postCommit} also when it had nothing to store. */
  @Override
  public void commit(TransactionId id, boolean wasPrepared, Runnable preCommit, Runnable postCommit)
      throws IOException {
    if (preCommit != null) {
      preCommit.run();
    }
    BrokerTransaction ended = open.remove(id);
    if (ended != null) {
      gate.tell(store -> ended.commit(store, CommitDurability.SYNC));
    }
    if (postCommit != null) {
      postCommit.run();
    }
  }

  @Override
  public void rollback(TransactionId id) throws IOException {
    BrokerTransaction ended = open.remove(id);
    if (ended != null) {
      gate.tell(ended::discardBodies);
    }
  }

  @Override
  public void prepare(TransactionId id) throws IOException {
    throw noDistributedTransactions(id);
  }

  /** There is nothing to recover: only prepared transactions outlive a broker. */
  @Override
  public void recover(TransactionRecoveryListener listener) {}

  @Override
  public void start() {}

  @Override
  public void stop() {
    open.clear();
  }

  /** For people: the transactions that are neither committed nor rolled back. */
  @Override
  public String toString() {
    return "open transactions: " + open.keySet();
  }

  private static IOException noDistributedTransactions(TransactionId id) {
    return new IOException(
        "distributed (XA) transactions are not supported by this version of Levee; use a local JMS"
            + " transaction instead of "
            + id);
  }
}
