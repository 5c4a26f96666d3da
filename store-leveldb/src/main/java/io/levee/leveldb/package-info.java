/**
 * The message store on an ordered map: it plans what a transaction asks for, commits it as one
 * batch, and rebuilds its image when it opens.
 *
 * <p>One class of this module names LevelDB; everything else reaches the disk through {@code
 * io.levee.engine}. It knows nothing of JMS or of any broker.
 */
package io.levee.leveldb;
