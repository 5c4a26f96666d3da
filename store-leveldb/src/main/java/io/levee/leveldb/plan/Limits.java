package io.levee.leveldb.plan;

/**
 * The sizes that planners hold requests to.
 *
 * @param inlineBytes bodies up to this size lie with their header
 * @param chunkBytes the bytes in each chunk of a larger body
 * @param maxHeaderBytes the largest header
 * @param maxBodyBytes the largest body
 * @param maxNameBytes the longest name of a destination, in UTF-8
 * @param maxRetainedBytes the largest retained value, header and body
 * @param maxPlannedBytes the most that one transaction writes
 */
public record Limits(
    int inlineBytes,
    int chunkBytes,
    int maxHeaderBytes,
    long maxBodyBytes,
    int maxNameBytes,
    int maxRetainedBytes,
    long maxPlannedBytes) {}
