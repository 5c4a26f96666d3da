package io.levee.leveldb.engine;

/**
 * What an open found and did, for an operator to read.
 *
 * @param created whether the directory held no store and one was made
 * @param droppedTailBytes bytes at the end of the log that were being written when the process or
 *     the machine stopped; they belong to no acknowledged synced write, and were left out
 * @param missingOperations puts and deletes that an earlier run had written and the log no longer
 *     holds: buffered writes that a power cut took, or a log that was cut off. 0 where every write
 *     is synced
 * @param ballastReleased whether the disk was below its floor and the ballast file was deleted
 */
public record OpenReport(
    boolean created, long droppedTailBytes, long missingOperations, boolean ballastReleased) {}
