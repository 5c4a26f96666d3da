package io.levee.leveldb.key;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/** Keys and values as text, for errors, dumps and tests. */
public final class KeyText {

  private KeyText() {}

  /** The key as its family and its parts, as {@code ENTRY 7/0/42}. */
  public static String key(byte[] key) {
    Optional<KeyFamily> family = KeyFamily.of(key);
    if (family.isEmpty()) {
      return "unknown family " + HexFormat.of().formatHex(key);
    }
    try {
      return family.get() + " " + parts(family.get(), ByteBuffer.wrap(key).position(1));
    } catch (BufferUnderflowException e) {
      return family.get() + " cut off " + HexFormat.of().formatHex(key);
    }
  }

  private static String parts(KeyFamily family, ByteBuffer in) {
    return switch (family) {
      case STORE -> text(in);
      case DESTINATION -> in.get() + " " + text(in);
      case COUNTERS, RETAINED -> "" + in.getInt();
      case ENTRY, REDELIVERY -> place(in);
      case CHUNK -> in.getLong() + "." + in.getInt();
      case IDENTITY -> hash(in) + ":" + in.getLong() + " in " + in.getInt();
      case EXPIRY -> in.getLong() + " " + place(in);
      case DEAD_LETTER -> in.getInt() + " from " + in.getInt() + "/" + sequence(in.getLong());
      case UNFINISHED -> "" + in.getLong();
      case PRODUCER -> hash(in);
      case SUBSCRIPTION -> in.getInt() + "/" + in.getInt();
      case SETTLED -> in.getInt() + "/" + in.getInt() + " " + in.getLong();
      case BRANCH -> sequence(in.getLong());
      case PREPARED, HOLD -> sequence(in.getLong()) + "." + in.getInt();
    };
  }

  private static String place(ByteBuffer in) {
    return in.getInt() + "/" + (in.get() & 0xFF) + "/" + sequence(in.getLong());
  }

  private static String sequence(long sequence) {
    return sequence == Keys.FENCE ? "fence" : Long.toString(sequence);
  }

  private static String hash(ByteBuffer in) {
    byte[] hash = new byte[16];
    in.get(hash);
    return HexFormat.of().formatHex(hash, 0, 4) + "…";
  }

  private static String text(ByteBuffer in) {
    return StandardCharsets.UTF_8.decode(in).toString();
  }

  /** A value as its fields; of a fence and of other empty values nothing. */
  public static String value(byte[] key, byte[] stored) {
    KeyFamily family = KeyFamily.of(key).orElseThrow(() -> Seal.corrupt(key, "unknown family"));
    if (stored.length == 4) {
      return "";
    }
    return switch (family) {
      case STORE ->
          key(key).endsWith(FormatRecord.NAME)
              ? FormatRecord.fromBytes(key, stored).toString()
              : HeadRecord.fromBytes(key, stored).toString();
      case DESTINATION -> DestinationRecord.fromBytes(key, stored).toString();
      case COUNTERS -> CountersRecord.fromBytes(key, stored).toString();
      case ENTRY -> EntryRecord.fromBytes(key, stored).toString();
      case CHUNK -> (stored.length - 4) + " bytes";
      case IDENTITY -> IdentityRecord.fromBytes(key, stored).toString();
      case EXPIRY -> "";
      case REDELIVERY -> RedeliveryRecord.fromBytes(key, stored).toString();
      case DEAD_LETTER -> DeadLetterRecord.fromBytes(key, stored).toString();
      case UNFINISHED -> UnfinishedRecord.fromBytes(key, stored).toString();
      case RETAINED -> RetainedRecord.fromBytes(key, stored).toString();
      case PRODUCER -> ProducerRecord.fromBytes(key, stored).toString();
      case SUBSCRIPTION -> SubscriptionRecord.fromBytes(key, stored).toString();
      case SETTLED -> SettledRecord.fromBytes(key, stored).toString();
      case BRANCH -> BranchRecord.fromBytes(key, stored).toString();
      case PREPARED -> PreparedRecord.fromBytes(key, stored).toString();
      case HOLD -> HoldRecord.fromBytes(key, stored).toString();
    };
  }
}
