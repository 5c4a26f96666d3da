package io.levee.leveldb.key;

import io.levee.engine.KeyRange;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** One factory for each key, the ranges that are scanned, and the readers of key parts. */
public final class Keys {

  /** The sequence of a fence: the end of a lane or of an origin. It is never given to a message. */
  public static final long FENCE = -1L;

  /** A range behind every key that is ever written. */
  public static final KeyRange BEYOND_ALL =
      KeyRange.closed(new byte[] {-1, -1, -1, -1}, new byte[] {-1, -1, -1, -1});

  private static final long LAST_SEQUENCE = FENCE - 1;

  private Keys() {}

  /** A fact of the store: {@code format} or {@code head}. */
  public static byte[] store(String name) {
    byte[] text = name.getBytes(StandardCharsets.US_ASCII);
    return start(KeyFamily.STORE, text.length).put(text).array();
  }

  /** The dictionary entry of a destination. */
  public static byte[] destination(Destination destination) {
    byte[] name = destination.name().getBytes(StandardCharsets.UTF_8);
    return start(KeyFamily.DESTINATION, 1 + name.length)
        .put((byte) Enums.number(destination.kind()))
        .put(name)
        .array();
  }

  /** The destination that a dictionary key names. */
  public static Destination destinationOf(byte[] key) {
    if (key.length < 3 || key[1] < 0 || key[1] > 2) {
      throw Seal.corrupt(key, "no such kind of destination");
    }
    String name = new String(key, 2, key.length - 2, StandardCharsets.UTF_8);
    return new Destination(Enums.kind(key[1]), name);
  }

  /** The counters of a destination. */
  public static byte[] counters(int destinationId) {
    return start(KeyFamily.COUNTERS, 4).putInt(destinationId).array();
  }

  /** A message. */
  public static byte[] entry(int destinationId, int lane, long sequence) {
    return place(KeyFamily.ENTRY, destinationId, lane, sequence);
  }

  /** A message. */
  public static byte[] entry(Position position) {
    return entry(position.destinationId(), position.lane(), position.sequence());
  }

  /** The live key behind the last message of a lane; it bounds what a scan can walk. */
  public static byte[] entryFence(int destinationId, int lane) {
    return entry(destinationId, lane, FENCE);
  }

  /**
   * The live key before all messages: what reads the small families before them, or looks for
   * unknown ones, ends here and does not walk over the acknowledged messages of the first queue.
   */
  public static byte[] entriesFence() {
    return place(KeyFamily.ENTRY, 0, 0xFF, FENCE);
  }

  /** The messages of a lane from one sequence to another, both inclusive. */
  public static KeyRange entries(int destinationId, int lane, long from, long through) {
    return KeyRange.closed(entry(destinationId, lane, from), entry(destinationId, lane, through));
  }

  /** A piece of a large body. */
  public static byte[] chunk(long contentId, int ordinal) {
    return start(KeyFamily.CHUNK, 12).putLong(contentId).putInt(ordinal).array();
  }

  /** All pieces of the bodies from one content id to another, both inclusive. */
  public static KeyRange chunks(long fromContentId, long throughContentId) {
    return KeyRange.closed(chunk(fromContentId, 0), chunk(throughContentId, -1));
  }

  /** Where the message of an identity lies in one destination. */
  public static byte[] identity(MessageIdentity identity, int destinationId) {
    return start(KeyFamily.IDENTITY, ProducerHash.BYTES + 12)
        .put(ProducerHash.of(identity.producer()))
        .putLong(identity.sequence())
        .putInt(destinationId)
        .array();
  }

  /** Where messages of an identity lie, in all destinations. */
  public static KeyRange identities(MessageIdentity identity) {
    byte[] first = identity(identity, 0);
    return KeyRange.prefix(Arrays.copyOf(first, first.length - 4));
  }

  /** All identities of one producer. */
  public static KeyRange identitiesOf(Bytes producer) {
    byte[] prefix =
        start(KeyFamily.IDENTITY, ProducerHash.BYTES).put(ProducerHash.of(producer)).array();
    return KeyRange.prefix(prefix);
  }

  /** The destination in an identity key. */
  public static int destinationOfIdentity(byte[] key) {
    return ByteBuffer.wrap(key).getInt(1 + ProducerHash.BYTES + 8);
  }

  /** A message in the order of expiries. */
  public static byte[] expiry(long expiresAtMillis, Position position) {
    return start(KeyFamily.EXPIRY, 21)
        .putLong(expiresAtMillis)
        .putInt(position.destinationId())
        .put((byte) position.lane())
        .putLong(position.sequence())
        .array();
  }

  /** The live key behind all expiries. */
  public static byte[] expiryFence() {
    byte[] key = new byte[22];
    Arrays.fill(key, (byte) 0xFF);
    key[0] = (byte) KeyFamily.EXPIRY.tag();
    return key;
  }

  /** The expiries from one instant to another, both inclusive. */
  public static KeyRange expiries(long fromMillis, long throughMillis) {
    byte[] first = start(KeyFamily.EXPIRY, 8).putLong(fromMillis).array();
    byte[] end = start(KeyFamily.EXPIRY, 8).putLong(throughMillis + 1).array();
    return KeyRange.closedOpen(first, end);
  }

  /** The instant in an expiry key. */
  public static long expiresAtMillisOf(byte[] key) {
    return ByteBuffer.wrap(key).getLong(1);
  }

  /** The position in an expiry key. */
  public static Position positionOfExpiry(byte[] key) {
    return positionAt(key, 9);
  }

  /** The count of redeliveries of a message. */
  public static byte[] redelivery(Position position) {
    return place(
        KeyFamily.REDELIVERY, position.destinationId(), position.lane(), position.sequence());
  }

  /** The counts of redeliveries from one sequence of a lane to another, both inclusive. */
  public static KeyRange redeliveries(int destinationId, int lane, long from, long through) {
    return KeyRange.closed(
        place(KeyFamily.REDELIVERY, destinationId, lane, from),
        place(KeyFamily.REDELIVERY, destinationId, lane, through));
  }

  /** The position in the key of a message or of its count of redeliveries. */
  public static Position positionOf(byte[] key) {
    return positionAt(key, 1);
  }

  /** The sequence in the key of a message; {@link #FENCE} in a fence. */
  public static long sequenceOf(byte[] key) {
    return ByteBuffer.wrap(key).getLong(6);
  }

  /** A dead letter by its origin. */
  public static byte[] deadLetter(int channelId, int originId, long sequence) {
    return start(KeyFamily.DEAD_LETTER, 16)
        .putInt(channelId)
        .putInt(originId)
        .putLong(sequence)
        .array();
  }

  /** The dead letters of one origin in a channel from a sequence on, without the fence. */
  public static KeyRange deadLettersFrom(int channelId, int originId, long from) {
    return KeyRange.closed(
        deadLetter(channelId, originId, from), deadLetter(channelId, originId, LAST_SEQUENCE));
  }

  /** Everything by origin in a channel, fences included, from an origin on. */
  public static KeyRange deadLettersOf(int channelId, int fromOriginId) {
    return KeyRange.closed(
        deadLetter(channelId, fromOriginId, 0), deadLetter(channelId, -1, FENCE));
  }

  /** The channel in a dead-letter key. */
  public static int channelOfDeadLetter(byte[] key) {
    return ByteBuffer.wrap(key).getInt(1);
  }

  /** The origin in a dead-letter key. */
  public static int originOfDeadLetter(byte[] key) {
    return ByteBuffer.wrap(key).getInt(5);
  }

  /** The sequence in a dead-letter key; {@link #FENCE} in a fence. */
  public static long sequenceOfDeadLetter(byte[] key) {
    return ByteBuffer.wrap(key).getLong(9);
  }

  /** A streamed body that no message has taken. */
  public static byte[] unfinished(long contentId) {
    return start(KeyFamily.UNFINISHED, 8).putLong(contentId).array();
  }

  /** The content in the key of a chunk or of an unfinished body. */
  public static long contentOf(byte[] key) {
    return ByteBuffer.wrap(key).getLong(1);
  }

  /** The ordinal in the key of a chunk. */
  public static int ordinalOfChunk(byte[] key) {
    return ByteBuffer.wrap(key).getInt(9);
  }

  /** The retained last value of a destination. */
  public static byte[] retained(int destinationId) {
    return start(KeyFamily.RETAINED, 4).putInt(destinationId).array();
  }

  /** The last sequence of a producer. */
  public static byte[] producer(Bytes producer) {
    return start(KeyFamily.PRODUCER, ProducerHash.BYTES).put(ProducerHash.of(producer)).array();
  }

  /** A durable subscription. */
  public static byte[] subscription(int topicId, int subscriptionId) {
    return start(KeyFamily.SUBSCRIPTION, 8).putInt(topicId).putInt(subscriptionId).array();
  }

  /** A range that a subscription settled ahead. */
  public static byte[] settled(int topicId, int subscriptionId, long first) {
    return start(KeyFamily.SETTLED, 16)
        .putInt(topicId)
        .putInt(subscriptionId)
        .putLong(first)
        .array();
  }

  /** A branch. */
  public static byte[] branch(long number) {
    return start(KeyFamily.BRANCH, 8).putLong(number).array();
  }

  /** The branch in the key of a branch, of a prepared message or of a hold. */
  public static long branchOf(byte[] key) {
    return ByteBuffer.wrap(key).getLong(1);
  }

  /** A message that a branch will store. */
  public static byte[] prepared(long branch, int ordinal) {
    return start(KeyFamily.PREPARED, 12).putLong(branch).putInt(ordinal).array();
  }

  /** A message that a branch holds. */
  public static byte[] hold(long branch, int ordinal) {
    return start(KeyFamily.HOLD, 12).putLong(branch).putInt(ordinal).array();
  }

  /** The ordinal in the key of a prepared message or of a hold. */
  public static int ordinalOfOperation(byte[] key) {
    return ByteBuffer.wrap(key).getInt(9);
  }

  /** The live keys before all branches, and behind each kind of what branches are made of. */
  public static List<byte[]> branchFences() {
    return List.of(branch(0), branch(FENCE), prepared(FENCE, -1), hold(FENCE, -1));
  }

  /** All branches, all prepared messages, or all holds, without the fences. */
  public static KeyRange branches(KeyFamily family) {
    byte[] first = start(family, 8).putLong(1).array();
    return KeyRange.closedOpen(first, start(family, 8).putLong(FENCE).array());
  }

  /** The number behind the tag: the id of a destination in most families. */
  public static int idOf(byte[] key) {
    return ByteBuffer.wrap(key).getInt(1);
  }

  /** The subscription in a subscription key or in that of a settled range. */
  public static int subscriptionOf(byte[] key) {
    return ByteBuffer.wrap(key).getInt(5);
  }

  /** The first sequence in the key of a settled range. */
  public static long firstOfSettled(byte[] key) {
    return ByteBuffer.wrap(key).getLong(9);
  }

  /** Where keys of a destination may be left when its messages are gone. */
  public static List<KeyRange> leftOvers(int destinationId) {
    return List.of(
        KeyRange.prefix(start(KeyFamily.REDELIVERY, 4).putInt(destinationId).array()),
        KeyRange.prefix(start(KeyFamily.DEAD_LETTER, 4).putInt(destinationId).array()),
        KeyRange.prefix(start(KeyFamily.SUBSCRIPTION, 4).putInt(destinationId).array()),
        KeyRange.prefix(start(KeyFamily.SETTLED, 4).putInt(destinationId).array()));
  }

  /** Every key of a family. */
  public static KeyRange family(KeyFamily family) {
    return KeyRange.prefix(new byte[] {(byte) family.tag()});
  }

  private static byte[] place(KeyFamily family, int destinationId, int lane, long sequence) {
    return start(family, 13).putInt(destinationId).put((byte) lane).putLong(sequence).array();
  }

  private static Position positionAt(byte[] key, int offset) {
    ByteBuffer buffer = ByteBuffer.wrap(key);
    return new Position(buffer.getInt(offset), buffer.get(offset + 4), buffer.getLong(offset + 5));
  }

  private static ByteBuffer start(KeyFamily family, int moreBytes) {
    return ByteBuffer.allocate(1 + moreBytes).put((byte) family.tag());
  }
}
