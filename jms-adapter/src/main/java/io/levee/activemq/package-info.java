/**
 * The ActiveMQ side of the store: a {@code PersistenceAdapter} and the queue, topic and transaction
 * stores that belong to it.
 *
 * <p>It translates between the broker's store contract and Levee, and decides nothing itself. It
 * knows no key layout and never names LevelDB.
 */
package io.levee.activemq;
