/**
 * What an application or a broker sees of the store: destinations, transactions, pages, dead-letter
 * channels, subscriptions, and the one exception.
 *
 * <p>Owns the contract. Must not know how anything is kept: no key, no storage library, no broker.
 */
package io.levee.store;
