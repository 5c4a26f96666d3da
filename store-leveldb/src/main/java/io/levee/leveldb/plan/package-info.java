/**
 * Decides: one planner for each feature turns what was asked, and the image, into changes or a
 * refusal.
 *
 * <p>Owns the rules. Must not write to the engine, alter the image, or ask the engine for a key
 * except through the view that sees the batch under construction.
 */
package io.levee.leveldb.plan;
