/**
 * The ordered map that the store stands on: point reads, bounded scans of a stable view, atomic
 * batches with a named durability.
 *
 * <p>Owns the seam between the store and a storage library, and the guards against misuse of native
 * handles. Must not know what a message or a destination is, nor name any storage library.
 */
package io.levee.engine;
