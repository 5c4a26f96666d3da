package io.levee.store;

/**
 * What the store knows of a destination, as of one committed state.
 *
 * @param destination its kind and name
 * @param id its number, never used again after it is removed
 * @param options how it was declared
 * @param messageCount how many messages it holds, exactly
 * @param messageBytes the bytes of header and body of those messages, exactly
 * @param heldCount how many of them prepared branches hold, to be removed or moved by their commit
 * @param heldBytes the bytes of header and body of those
 * @param lastSequence the highest sequence given in it; 0 before the first message
 */
public record DestinationInfo(
    Destination destination,
    int id,
    DestinationOptions options,
    long messageCount,
    long messageBytes,
    long heldCount,
    long heldBytes,
    long lastSequence) {}
