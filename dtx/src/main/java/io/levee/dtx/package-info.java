/**
 * XA over a Levee store: the {@code XAResource}, the table of its branches, and how store errors
 * become XA error codes.
 *
 * <p>It reaches the store only through the interfaces of {@code io.levee.store}. It knows nothing
 * of LevelDB, of keys, or of any broker.
 */
package io.levee.dtx;
