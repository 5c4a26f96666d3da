/**
 * What was asked, what was decided, and the small state in memory that decisions are made from.
 *
 * <p>Owns intents, changes and the image. Must not decide anything, nor read or write the engine: a
 * planner decides, the committer writes.
 */
package io.levee.leveldb.change;
