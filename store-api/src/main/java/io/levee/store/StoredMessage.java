package io.levee.store;

import java.util.Optional;

/**
 * A message as the store gives it back.
 *
 * @param position where it lies
 * @param header its header
 * @param body the payload when it is small enough to lie with the header; otherwise empty, and read
 *     with {@link MessageStore#openBody} or {@link MessageStore#readChunk}
 * @param bodySize how many bytes the payload has, wherever it lies
 * @param identity the producer's name for it, if it has one
 * @param expiresAtMillis when it expires, in milliseconds since the epoch; 0 for never
 * @param storedAtMillis when it was committed by the store's clock, in milliseconds since the epoch
 * @param redeliveries how often a delivery of it was recorded as failed
 */
public record StoredMessage(
    Position position,
    Bytes header,
    Optional<Bytes> body,
    long bodySize,
    Optional<MessageIdentity> identity,
    long expiresAtMillis,
    long storedAtMillis,
    int redeliveries) {

  /** The same with its payload. */
  public StoredMessage withBody(Bytes body) {
    return new StoredMessage(
        position,
        header,
        Optional.of(body),
        bodySize,
        identity,
        expiresAtMillis,
        storedAtMillis,
        redeliveries);
  }

  /** The bytes that this message counts for: header and payload. */
  public long countedBytes() {
    return header.size() + bodySize;
  }
}
