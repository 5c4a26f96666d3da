package io.levee.leveldb.key;

import io.levee.store.Bytes;

/**
 * A durable subscription, and how far it has come.
 *
 * <pre>
 *   version u8 (1), name, data, settled-through u64, settled count u64, settled bytes u64
 * </pre>
 *
 * @param name its name
 * @param data what the subscriber keeps with it
 * @param settledThrough every sequence up to this one is settled
 * @param settledCount how many of the messages ever added to the topic do not wait for it
 * @param settledBytes their bytes
 */
public record SubscriptionRecord(
    Bytes name, Bytes data, long settledThrough, long settledCount, long settledBytes) {

  private static final int VERSION = 1;

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    FieldWriter out = new FieldWriter(64 + data.size()).u8(VERSION).sized(name).sized(data);
    return Seal.close(key, out.u64(settledThrough).u64(settledCount).u64(settledBytes).toArray());
  }

  /** Reads the stored form. */
  public static SubscriptionRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, SubscriptionRecord::read);
  }

  private static SubscriptionRecord read(FieldReader in) {
    Versions.require(in.u8(), VERSION);
    return new SubscriptionRecord(in.sized(), in.sized(), in.u64(), in.u64(), in.u64());
  }
}
