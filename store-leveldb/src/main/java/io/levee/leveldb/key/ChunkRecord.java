package io.levee.leveldb.key;

import io.levee.store.Bytes;

/**
 * A piece of a large body: the bytes as they are, and the seal.
 *
 * @param bytes the piece
 */
public record ChunkRecord(Bytes bytes) {

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    return Seal.close(key, bytes.toArray());
  }

  /** Reads the stored form. */
  public static ChunkRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, in -> new ChunkRecord(in.rest()));
  }
}
