package io.levee.leveldb.key;

import io.levee.store.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * 128 bits that stand for a producer's name in keys: fixed width, and no name is a prefix of
 * another. SHA-256 cut off, so that two names with one hash need 2^64 producers.
 *
 * <p>Producers send many messages, and each message asks several times, so that the hashes of those
 * that are at work are kept.
 */
final class ProducerHash {

  static final int BYTES = 16;

  private static final int KEPT = 4_096;
  private static final int KEPT_NAME_BYTES = 512;
  private static final Map<Bytes, byte[]> known = new ConcurrentHashMap<>();

  private ProducerHash() {}

  /** The hash of a producer's name; not to be changed. */
  static byte[] of(Bytes producer) {
    byte[] hash = known.get(producer);
    if (hash == null) {
      hash = digest(producer);
      if (producer.size() <= KEPT_NAME_BYTES) {
        keep(producer, hash);
      }
    }
    return hash;
  }

  /** When it is full everything goes: whoever is at work comes back with the next message. */
  private static void keep(Bytes producer, byte[] hash) {
    if (known.size() >= KEPT) {
      known.clear();
    }
    known.put(producer, hash);
  }

  private static byte[] digest(Bytes producer) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(producer.asBuffer());
      return Arrays.copyOf(digest.digest(), BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
