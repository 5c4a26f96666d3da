package io.levee.leveldb.plan;

import io.levee.leveldb.change.BranchImage;
import io.levee.leveldb.change.Change;
import io.levee.leveldb.change.DestinationImage;
import io.levee.leveldb.change.Image;
import io.levee.leveldb.change.SubscriptionImage;
import io.levee.leveldb.change.WriteSet;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.RedeliveryRecord;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Position;
import io.levee.store.Receipt.Outcome;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one transaction has decided so far, on top of the image and of the batch under construction.
 * Dropped when the transaction is refused: until it is complete it alters neither.
 */
public final class Draft implements WriteSet {

  private final Image image;
  private final PendingView pending;
  private final Limits limits;
  private final long nowMillis;
  private final Map<Bytes, Optional<byte[]>> writes = new LinkedHashMap<>();
  private final List<Change> changes = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private final Map<Integer, Long> lastSequences = new HashMap<>();
  private final Map<Long, Long> tails = new HashMap<>();
  private final Map<Bytes, Long> producers = new HashMap<>();
  private final Set<Settlement> settled = new HashSet<>();
  private final Set<Long> takenContents = new HashSet<>();

  private static final int CHANGE_BYTES = 64;

  private long plannedBytes;

  private record Settlement(int subscriptionId, long sequence) {}

  /** An empty draft at the instant {@code nowMillis}. */
  public Draft(Image image, PendingView pending, Limits limits, long nowMillis) {
    this.image = image;
    this.pending = pending;
    this.limits = limits;
    this.nowMillis = nowMillis;
  }

  // What planners ask.

  Image image() {
    return image;
  }

  Limits limits() {
    return limits;
  }

  long nowMillis() {
    return nowMillis;
  }

  /** The declared destination, or a refusal that names it. */
  DestinationImage require(Destination destination) {
    return image
        .destination(destination)
        .orElseThrow(
            () ->
                new StoreException(
                    StoreException.Code.UNKNOWN_DESTINATION,
                    destination + " is not declared. Declare it first."));
  }

  /** The sealed value of a key as this transaction, and those before it, leave it. */
  Optional<byte[]> get(byte[] key) {
    Optional<byte[]> own = writes.get(Bytes.wrap(key));
    return own != null ? own : pending.get(key);
  }

  PendingView pending() {
    return pending;
  }

  /** The live message at a position. */
  Optional<EntryRecord> entry(Position position) {
    Optional<DestinationImage> destination = image.destination(position.destinationId());
    if (destination.isEmpty() || !isInside(position, destination.get())) {
      return Optional.empty();
    }
    byte[] key = Keys.entry(position);
    return get(key).map(stored -> EntryRecord.fromBytes(key, stored));
  }

  /** Refuses to touch a message that a prepared branch holds. */
  void requireFree(Position position) {
    image
        .branches()
        .holderOf(position)
        .ifPresent(
            holder -> {
              throw held("the message at " + position, holder);
            });
  }

  /** The refusal for what {@code holder} holds. */
  static StoreException held(String what, BranchImage holder) {
    return new StoreException(
        StoreException.Code.MESSAGE_HELD,
        "%s is held by the prepared branch %s. Wait for its outcome, or end it."
            .formatted(what, holder.record().id()));
  }

  /** Whether a message can be live there: what was purged is still stored, below the watermark. */
  private boolean isInside(Position position, DestinationImage destination) {
    int lane = position.lane();
    return lane < destination.laneCount()
        && position.sequence() >= destination.low(lane)
        && position.sequence()
            <= lastSequences.getOrDefault(destination.id(), destination.tail(lane));
  }

  /** How often the message at a position was redelivered. */
  int redeliveries(Position position) {
    byte[] key = Keys.redelivery(position);
    boolean any =
        writes.containsKey(Bytes.wrap(key))
            || image
                .destination(position.destinationId())
                .filter(destination -> destination.redelivered() > 0)
                .isPresent();
    if (!any) {
      return 0; // a look-up of what is not there is the dearest one
    }
    return get(key).map(stored -> RedeliveryRecord.fromBytes(key, stored).count()).orElse(0);
  }

  /** The next position at the end of a lane; given away by this call. */
  Position nextPosition(DestinationImage destination, int lane) {
    long sequence = lastSequences.getOrDefault(destination.id(), destination.lastSequence()) + 1;
    lastSequences.put(destination.id(), sequence);
    return new Position(destination.id(), lane, sequence);
  }

  /** What a message at {@code position} records as its previous one; the lane ends with it now. */
  long linkToPrevious(DestinationImage destination, Position position) {
    if (destination.laneCount() == 1) {
      return EntryRecord.DENSE;
    }
    long lane = ((long) destination.id() << 8) | position.lane();
    Long previous = tails.put(lane, position.sequence());
    return previous != null ? previous : destination.tail(position.lane());
  }

  /** A number for a body; given away by this call. */
  long nextContentId() {
    return image.takeContentId();
  }

  /** The highest sequence of a producer that this transaction stored; negative when none. */
  long producerSequence(Bytes producer) {
    return producers.getOrDefault(producer, -1L);
  }

  void producerSequence(Bytes producer, long sequence) {
    producers.merge(producer, sequence, Math::max);
  }

  boolean isSettled(SubscriptionImage subscription, long sequence) {
    return subscription.isSettled(sequence)
        || settled.contains(new Settlement(subscription.id(), sequence));
  }

  void settled(SubscriptionImage subscription, long sequence) {
    settled.add(new Settlement(subscription.id(), sequence));
  }

  /** Whether this is the first message of the transaction to take that streamed body. */
  boolean takeContent(long contentId) {
    return takenContents.add(contentId);
  }

  // What planners answer.

  void add(Change change) {
    change.writeTo(this);
    changes.add(change);
    plannedBytes += CHANGE_BYTES;
    if (plannedBytes > limits.maxPlannedBytes()) {
      throw new StoreException(
          StoreException.Code.TRANSACTION_TOO_LARGE,
          "the transaction writes %d bytes and more; the limit is %d. Commit in parts."
              .formatted(plannedBytes, limits.maxPlannedBytes()));
    }
  }

  /** About how many bytes this transaction writes, and takes in memory until it is written. */
  public long plannedBytes() {
    return plannedBytes;
  }

  void outcome(Status status, Position position) {
    outcomes.add(new Outcome(status, Optional.ofNullable(position)));
  }

  @Override
  public void put(byte[] key, byte[] sealed) {
    plannedBytes += key.length + sealed.length;
    writes.put(Bytes.wrap(key), Optional.of(sealed));
  }

  @Override
  public void delete(byte[] key) {
    plannedBytes += key.length;
    writes.put(Bytes.wrap(key), Optional.empty());
  }

  // What the committer takes.

  /** One outcome for each operation so far. */
  public List<Outcome> outcomes() {
    return outcomes;
  }

  /** Makes the image and the batch follow everything that was decided. */
  public void accept() {
    changes.forEach(change -> change.applyTo(image));
    pending.absorb(writes);
  }

  /** The changes so far, in order. */
  public List<Change> changes() {
    return List.copyOf(changes);
  }
}
