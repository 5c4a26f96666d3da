package io.levee.testkit;

/**
 * The limits that a fixture opens its store with. They should be small, so that tests reach them.
 *
 * @param inlineBodyBytes the largest body that is answered together with the header
 * @param maxHeaderBytes the largest header
 * @param maxBodyBytes the largest body
 * @param maxNameBytes the longest destination name in UTF-8, at least 1,000
 * @param maxRetainedBytes the largest body of a retained value
 * @param maxTransactionBytes the largest transaction, some bytes for each operation included; at
 *     least a megabyte
 */
public record StoreLimits(
    int inlineBodyBytes,
    int maxHeaderBytes,
    long maxBodyBytes,
    int maxNameBytes,
    int maxRetainedBytes,
    long maxTransactionBytes) {}
