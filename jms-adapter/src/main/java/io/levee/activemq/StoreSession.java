package io.levee.activemq;

/**
 * One opening of the store, and what works on it until the adapter is stopped.
 *
 * @param gate the store
 * @param messages turns the broker's messages into stored ones and back
 * @param transactions the open and the prepared transactions
 * @param cursors how far the queues have read
 */
record StoreSession(
    StoreGate gate,
    JmsMessages messages,
    TransactionStoreAdapter transactions,
    QueueCursors cursors) {

  static StoreSession over(StoreGate gate, InDoubt inDoubt) {
    QueueCursors cursors = new QueueCursors();
    PreparedBranches prepared = new PreparedBranches(gate, cursors);
    TransactionStoreAdapter transactions = new TransactionStoreAdapter(gate, prepared, inDoubt);
    return new StoreSession(gate, new JmsMessages(gate), transactions, cursors);
  }
}
