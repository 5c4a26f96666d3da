/**
 * The binding of the engine seam to LevelDB, and the care that LevelDB 1.13 needs around it: a lock
 * of our own, a guard against a full disk, forced directories, and a check of the log before it is
 * replayed.
 *
 * <p>{@link io.levee.leveldb.engine.LevelDbEngine} is the one class that names the library. This
 * package must not know what the keys and values mean.
 */
package io.levee.leveldb.engine;
