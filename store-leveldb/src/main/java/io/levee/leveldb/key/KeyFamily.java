package io.levee.leveldb.key;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The first byte of every key. A number that was given is never given again, also when its family
 * is gone; a store that holds an unknown one is not opened.
 *
 * <p>Numbers are {@code u8}, {@code u32}, {@code u64}, unsigned and big-endian, so that the order
 * of the bytes is the order of the numbers; text stands only at the end of a key.
 */
public enum KeyFamily {
  /** Facts of the store as a whole. */
  STORE(0x00, "name utf8", "format: magic, version, store id; head: commit number, next ids"),
  /** The dictionary of destinations. */
  DESTINATION(0x10, "kind u8, name utf8", "destination id, options, created"),
  /** Counters and watermarks of a destination, absolute, written with every change to it. */
  COUNTERS(0x12, "destination u32", "flags, totals, per lane: low, tail, erase-from, count, bytes"),
  /** A message, and the fence at the end of each lane. */
  ENTRY(0x20, "destination u32, lane u8, sequence u64", "header, metadata, body when small"),
  /** A piece of a large body. */
  CHUNK(0x21, "content u64, ordinal u32", "bytes"),
  /** Where the message of an identity lies. */
  IDENTITY(
      0x22, "producer hash 16 bytes, producer sequence u64, destination u32", "lane, sequence"),
  /** Messages in the order of their expiry. */
  EXPIRY(0x23, "expires-at u64, destination u32, lane u8, sequence u64", "nothing"),
  /** How often a message was redelivered, once it was. */
  REDELIVERY(0x24, "destination u32, lane u8, sequence u64", "count"),
  /** Dead letters by origin, and the fence of each origin. */
  DEAD_LETTER(
      0x25, "channel u32, origin u32, sequence u64", "origin's name and sequence, reason, at"),
  /** A streamed body that no message has taken yet. */
  UNFINISHED(0x26, "content u64", "chunk size"),
  /** The retained last value of a destination. */
  RETAINED(0x27, "destination u32", "message"),
  /** The last sequence of a producer. */
  PRODUCER(0x36, "producer hash 16 bytes", "last sequence, commit number"),
  /** A durable subscription. */
  SUBSCRIPTION(0x3A, "topic u32, subscription u32", "name, data, settled-through, settled totals"),
  /** A range of messages that a subscription settled ahead of others. */
  SETTLED(0x3B, "topic u32, subscription u32, first u64", "last"),
  /** A branch of a distributed transaction, prepared and not ended, or not forgotten. */
  BRANCH(0x40, "branch u64", "state, xid, prepared-at, operations, destinations"),
  /** A message that a branch will store. */
  PREPARED(0x42, "branch u64, ordinal u32", "destination, lane, message without its body"),
  /** A message that a branch holds. */
  HOLD(0x43, "branch u64, ordinal u32", "kind, position, subscription, target, reason");

  private final int tag;
  private final String keyParts;
  private final String valueParts;

  KeyFamily(int tag, String keyParts, String valueParts) {
    this.tag = tag;
    this.keyParts = keyParts;
    this.valueParts = valueParts;
  }

  /** The number on disk. */
  public int tag() {
    return tag;
  }

  /** The parts of its keys after the tag, for people. */
  public String keyParts() {
    return keyParts;
  }

  /** The parts of its values, for people. */
  public String valueParts() {
    return valueParts;
  }

  private static final Map<Integer, Optional<KeyFamily>> BY_TAG =
      Arrays.stream(values()).collect(Collectors.toMap(KeyFamily::tag, Optional::of));

  /** The family of a key, or empty when its first byte is not one. */
  public static Optional<KeyFamily> of(byte[] key) {
    return key.length == 0
        ? Optional.empty()
        : BY_TAG.getOrDefault(key[0] & 0xFF, Optional.empty());
  }
}
