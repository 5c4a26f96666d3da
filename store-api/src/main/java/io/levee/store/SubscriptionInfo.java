package io.levee.store;

/**
 * What the store knows of a subscription, as of one committed state.
 *
 * @param topic the topic it is on
 * @param name its name
 * @param data what the subscriber keeps with it; the store does not read it
 * @param pendingCount how many messages it has not settled, exactly
 * @param pendingBytes the bytes of header and body of those, exactly
 * @param heldCount how many of them prepared branches will settle
 * @param heldBytes the bytes of header and body of those
 * @param settledThrough the sequence up to which it has settled everything
 */
public record SubscriptionInfo(
    Destination topic,
    Bytes name,
    Bytes data,
    long pendingCount,
    long pendingBytes,
    long heldCount,
    long heldBytes,
    long settledThrough) {}
