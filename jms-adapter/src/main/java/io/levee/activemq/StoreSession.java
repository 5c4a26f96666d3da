package io.levee.activemq;

/**
 * One opening of the store, and what works on it until the adapter is stopped.
 *
 * @param gate the store
 * @param messages turns the broker's messages into stored ones and back
 * @param transactions the open JMS transactions
 */
record StoreSession(StoreGate gate, JmsMessages messages, TransactionStoreAdapter transactions) {

  static StoreSession over(StoreGate gate) {
    return new StoreSession(gate, new JmsMessages(gate), new TransactionStoreAdapter(gate));
  }
}
