package io.levee.leveldb.key;

import io.levee.store.Bytes;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.StoredMessage;
import java.util.Optional;

/**
 * A stored message.
 *
 * <pre>
 *   version u8 (1), flags u8, header length u32, body size u64, stored-at u64
 *   flag 01: expires-at u64
 *   flag 02: producer length u32, producer, producer sequence u64
 *   flag 04: content id u64, chunk bytes u32        the body lies in chunks
 *   flag 08: origin id u32                          a dead letter
 *   flag 10: previous sequence u64                  in a destination of several lanes
 *   header
 *   body                                            unless flag 04
 * </pre>
 *
 * @param header the message's header
 * @param body the body when it lies here, otherwise empty
 * @param bodySize the bytes of the body
 * @param storedAtMillis when it was committed first
 * @param expiresAtMillis when it expires; 0 for never
 * @param identity the producer's name for it
 * @param contentId where its chunks are; 0 when the body lies here
 * @param chunkBytes the bytes in each chunk but the last; 0 when the body lies here
 * @param originId where a dead letter came from; 0 for other messages
 * @param previousSequence the sequence before this one in its lane, or {@link #DENSE}
 */
public record EntryRecord(
    Bytes header,
    Bytes body,
    long bodySize,
    long storedAtMillis,
    long expiresAtMillis,
    Optional<MessageIdentity> identity,
    long contentId,
    int chunkBytes,
    int originId,
    long previousSequence) {

  /** The previous sequence is one less: lanes that share their sequences with no other. */
  public static final long DENSE = -1;

  private static final int VERSION = 1;
  private static final int EXPIRES = 0x01;
  private static final int IDENTIFIED = 0x02;
  private static final int CHUNKED = 0x04;
  private static final int DEAD = 0x08;
  private static final int SPARSE = 0x10;

  /** The bytes that this message counts for. */
  public long countedBytes() {
    return header.size() + bodySize;
  }

  /** Whether the body lies in chunks. */
  public boolean chunked() {
    return contentId != 0;
  }

  /** How many chunks the body has. */
  public int chunkCount() {
    return chunked() ? Math.toIntExact((bodySize + chunkBytes - 1) / chunkBytes) : 0;
  }

  /** The first sequence of the lane that this message alone stands for, given its own. */
  public long firstCovered(long sequence) {
    return previousSequence == DENSE ? sequence : previousSequence + 1;
  }

  /** The same without header and body: what is needed to delete its keys, and no more memory. */
  public EntryRecord withoutBytes() {
    return with(Bytes.EMPTY, Bytes.EMPTY, identity, expiresAtMillis, originId, previousSequence);
  }

  /** The same message with another header. */
  public EntryRecord withHeader(Bytes newHeader) {
    return with(newHeader, body, identity, expiresAtMillis, originId, previousSequence);
  }

  /** The same message as it lies in another place. */
  public EntryRecord placed(
      Optional<MessageIdentity> newIdentity,
      long newExpiresAtMillis,
      int newOriginId,
      long newPreviousSequence) {
    return with(header, body, newIdentity, newExpiresAtMillis, newOriginId, newPreviousSequence);
  }

  private EntryRecord with(
      Bytes newHeader,
      Bytes newBody,
      Optional<MessageIdentity> newIdentity,
      long newExpiresAtMillis,
      int newOriginId,
      long newPreviousSequence) {
    return new EntryRecord(
        newHeader,
        newBody,
        bodySize,
        storedAtMillis,
        newExpiresAtMillis,
        newIdentity,
        contentId,
        chunkBytes,
        newOriginId,
        newPreviousSequence);
  }

  /** The same message as a commit stores what was prepared. */
  public EntryRecord stored(long newStoredAtMillis, long newPreviousSequence) {
    return new EntryRecord(
        header,
        body,
        bodySize,
        newStoredAtMillis,
        expiresAtMillis,
        identity,
        contentId,
        chunkBytes,
        originId,
        newPreviousSequence);
  }

  /** What a reader is given. */
  public StoredMessage toMessage(Position position, int redeliveries) {
    return new StoredMessage(
        position,
        header,
        chunked() ? Optional.empty() : Optional.of(body),
        bodySize,
        identity,
        expiresAtMillis,
        storedAtMillis,
        redeliveries);
  }

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    FieldWriter out = new FieldWriter(storedBytes());
    writeTo(out);
    return out.sealed(key);
  }

  void writeTo(FieldWriter out) {
    out.u8(VERSION).u8(flags()).u32(header.size()).u64(bodySize).u64(storedAtMillis);
    if (expiresAtMillis != 0) {
      out.u64(expiresAtMillis);
    }
    identity.ifPresent(id -> out.sized(id.producer()).u64(id.sequence()));
    if (chunked()) {
      out.u64(contentId).u32(chunkBytes);
    }
    if (originId != 0) {
      out.u32(originId);
    }
    if (previousSequence != DENSE) {
      out.u64(previousSequence);
    }
    out.raw(header).raw(body);
  }

  /** Exactly as many as {@link #toBytes} needs, so that nothing is copied to fit. */
  private int storedBytes() {
    int fields =
        22
            + (expiresAtMillis != 0 ? 8 : 0)
            + identity.map(id -> 12 + id.producer().size()).orElse(0)
            + (chunked() ? 12 : 0)
            + (originId != 0 ? 4 : 0)
            + (previousSequence != DENSE ? 8 : 0);
    return fields + header.size() + body.size() + 4;
  }

  private int flags() {
    return (expiresAtMillis != 0 ? EXPIRES : 0)
        | (identity.isPresent() ? IDENTIFIED : 0)
        | (chunked() ? CHUNKED : 0)
        | (originId != 0 ? DEAD : 0)
        | (previousSequence != DENSE ? SPARSE : 0);
  }

  /** Reads the stored form. */
  public static EntryRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, EntryRecord::read);
  }

  static EntryRecord read(FieldReader in) {
    Versions.require(in.u8(), VERSION);
    int flags = in.u8();
    int headerBytes = in.u32();
    final long bodySize = in.u64();
    final long storedAtMillis = in.u64();
    final long expiresAtMillis = (flags & EXPIRES) != 0 ? in.u64() : 0;
    final Optional<MessageIdentity> identity =
        (flags & IDENTIFIED) != 0
            ? Optional.of(new MessageIdentity(in.sized(), in.u64()))
            : Optional.empty();
    final long contentId = (flags & CHUNKED) != 0 ? in.u64() : 0;
    final int chunkBytes = (flags & CHUNKED) != 0 ? in.u32() : 0;
    final int originId = (flags & DEAD) != 0 ? in.u32() : 0;
    final long previousSequence = (flags & SPARSE) != 0 ? in.u64() : DENSE;
    return new EntryRecord(
        in.bytes(headerBytes),
        in.rest(),
        bodySize,
        storedAtMillis,
        expiresAtMillis,
        identity,
        contentId,
        chunkBytes,
        originId,
        previousSequence);
  }
}
