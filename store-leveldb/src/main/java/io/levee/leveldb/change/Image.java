package io.levee.leveldb.change;

import io.levee.leveldb.key.BranchRecord;
import io.levee.leveldb.key.CountersRecord;
import io.levee.leveldb.key.DestinationRecord;
import io.levee.leveldb.key.HeadRecord;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.ProducerRecord;
import io.levee.leveldb.key.SubscriptionRecord;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * The small state in memory that planners decide from: destinations, subscriptions, producers,
 * streamed bodies, the next numbers. Never one entry for each stored message.
 *
 * <p>Seen and changed by the committing thread only, and by recovery before that thread starts. It
 * runs ahead of the disk by at most the batch that is being made.
 */
public final class Image {

  private final Map<Integer, DestinationImage> byId = new HashMap<>();
  private final Map<Destination, DestinationImage> byName = new HashMap<>();
  private final Map<Integer, TopicSubscriptions> subscriptions = new HashMap<>();
  private final Map<Long, UnfinishedContent> unfinished = new LinkedHashMap<>();
  private final BranchTable branches = new BranchTable();
  private final ProducerTable producers;
  private final Set<Integer> touchedDestinations = new LinkedHashSet<>();
  private final Set<SubscriptionImage> touchedSubscriptions = new LinkedHashSet<>();
  private final List<SubscriptionImage> removedSubscriptions = new ArrayList<>();
  private final List<Integer> forgottenDestinations = new ArrayList<>();
  private final Map<Long, Optional<BranchImage>> touchedBranches = new LinkedHashMap<>();
  private final AtomicLong nextContentId;
  private HeadRecord head;

  /**
   * A streamed body that no message has taken.
   *
   * @param size the bytes so far
   * @param chunkBytes the bytes in each chunk but the last
   * @param chunkCount the chunks so far
   * @param finished whether its last chunk was written
   */
  public record UnfinishedContent(long size, int chunkBytes, int chunkCount, boolean finished) {}

  /** An empty image that starts from {@code head}. */
  public Image(HeadRecord head, int producerCapacity) {
    this.head = head;
    this.nextContentId = new AtomicLong(head.nextContentId());
    this.producers = new ProducerTable(producerCapacity);
  }

  // What planners ask.

  /** The numbers that the next commit starts from. */
  public HeadRecord head() {
    return head;
  }

  /** The declared destination of that kind and name. */
  public Optional<DestinationImage> destination(Destination destination) {
    return Optional.ofNullable(byName.get(destination));
  }

  /** The destination of that number, also one that was removed and not yet erased. */
  public Optional<DestinationImage> destination(int id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The subscription of that name. */
  public Optional<SubscriptionImage> subscription(int topicId, Bytes name) {
    return Optional.ofNullable(subscriptions.get(topicId)).flatMap(topic -> topic.find(name));
  }

  /** The subscriptions of a topic, in the order of their names. */
  public Collection<SubscriptionImage> subscriptions(int topicId) {
    TopicSubscriptions ofTopic = subscriptions.get(topicId);
    return ofTopic == null ? List.of() : ofTopic.all();
  }

  /** Whether {@code wanted} holds for any subscription of a topic. */
  public boolean anySubscription(int topicId, Predicate<SubscriptionImage> wanted) {
    TopicSubscriptions ofTopic = subscriptions.get(topicId);
    return ofTopic != null && ofTopic.any(wanted);
  }

  /** The branches of distributed transactions. */
  public BranchTable branches() {
    return branches;
  }

  /**
   * A number for a body; may be called from any thread. A number whose transaction is refused is
   * not used.
   */
  public long takeContentId() {
    return nextContentId.getAndIncrement();
  }

  /** What is remembered of a producer. */
  public Optional<ProducerRecord> producer(Bytes producer) {
    return producers.find(ProducerTable.key(producer));
  }

  /** A streamed body that no message has taken. */
  public Optional<UnfinishedContent> unfinished(long contentId) {
    return Optional.ofNullable(unfinished.get(contentId));
  }

  // What changes and recovery do.

  void declare(Destination destination, DestinationRecord record) {
    DestinationImage image = new DestinationImage(destination, record);
    byId.put(record.id(), image);
    byName.put(destination, image);
    touch(record.id());
    head = head.withDestination(record.id());
  }

  /** Adds a destination that was read from disk. */
  public void restore(Destination destination, DestinationRecord record, CountersRecord counters) {
    DestinationImage image = new DestinationImage(destination, record, counters);
    byId.put(record.id(), image);
    if (!counters.removed()) {
      byName.put(destination, image);
    }
  }

  void remove(DestinationImage destination) {
    byName.remove(destination.destination());
    destination.markRemoved();
    touch(destination.id());
  }

  void forget(int destinationId) {
    byId.remove(destinationId);
    subscriptions.remove(destinationId);
    touchedDestinations.remove(destinationId);
    forgottenDestinations.add(destinationId);
  }

  /** The destination of that number, to be changed: its counters are written with this batch. */
  DestinationImage change(int destinationId) {
    touch(destinationId);
    return byId.get(destinationId);
  }

  private void touch(int destinationId) {
    touchedDestinations.add(destinationId);
  }

  /** Adds a subscription that was read from disk, or was made. */
  public SubscriptionImage addSubscription(int topicId, int id, SubscriptionRecord record) {
    SubscriptionImage image = new SubscriptionImage(topicId, id, record);
    subscriptions.computeIfAbsent(topicId, topic -> new TopicSubscriptions()).put(image);
    return image;
  }

  void touch(SubscriptionImage subscription) {
    touchedSubscriptions.add(subscription);
    touch(subscription.topicId());
  }

  void removeSubscription(SubscriptionImage subscription) {
    touchedSubscriptions.remove(subscription);
    TopicSubscriptions ofTopic = subscriptions.get(subscription.topicId());
    if (ofTopic != null) {
      ofTopic.remove(subscription.name());
    }
    removedSubscriptions.add(subscription);
    touch(subscription.topicId());
  }

  /** Adds a branch that was read from disk. */
  public void restoreBranch(BranchImage branch) {
    branches.add(branch);
  }

  void addBranch(BranchImage branch) {
    branches.add(branch);
    touchedBranches.put(branch.number(), Optional.of(branch));
    touchSubscriptionsOf(branch);
  }

  void endBranch(BranchImage branch, Optional<BranchRecord> remembered) {
    branches.remove(branch);
    touchedBranches.put(branch.number(), Optional.empty());
    touchSubscriptionsOf(branch);
    remembered.ifPresent(record -> addBranch(branch.forced(record)));
  }

  /** So that readers are shown how much of them is held. */
  private void touchSubscriptionsOf(BranchImage branch) {
    branch.holds().values().forEach(held -> held.subscription().ifPresent(this::touch));
  }

  /** Adds the producers that were read from disk. */
  public void restoreProducers(Map<Bytes, ProducerRecord> records) {
    producers.restore(records);
  }

  void advanceProducer(Bytes producer, long lastSequence, boolean complete) {
    producers.advance(
        ProducerTable.key(producer),
        new ProducerRecord(lastSequence, head.commitNumber() + 1, complete));
  }

  /** Adds a streamed body that was read from disk: nothing will finish it. */
  public void restoreUnfinished(long contentId, int chunkBytes) {
    unfinished.put(contentId, new UnfinishedContent(0, chunkBytes, 0, false));
  }

  /** The numbers of streamed bodies that no message has taken. */
  public List<Long> unfinishedContents() {
    return List.copyOf(unfinished.keySet());
  }

  void putUnfinished(long contentId, UnfinishedContent content) {
    unfinished.put(contentId, content);
  }

  void removeUnfinished(long contentId) {
    unfinished.remove(contentId);
  }

  void usedContentId(long contentId) {
    head = head.withContent(contentId);
  }

  void usedSubscriptionId(int id) {
    head = head.withSubscription(id);
  }

  // What the committer and recovery do once for each batch.

  /** Everything there is, as if one batch had changed it: what readers are shown at open. */
  public Touched everything() {
    List<SubscriptionImage> allSubscriptions =
        subscriptions.values().stream().flatMap(ofTopic -> ofTopic.all().stream()).toList();
    Map<Long, Optional<BranchImage>> allBranches = new LinkedHashMap<>();
    branches.all().forEach(branch -> allBranches.put(branch.number(), Optional.of(branch)));
    return new Touched(
        List.copyOf(byId.values()), List.of(), allSubscriptions, List.of(), allBranches);
  }

  /**
   * What a batch changed that readers are shown after the write.
   *
   * @param destinations those whose counters changed
   * @param forgottenDestinations the numbers of those whose last trace is gone
   * @param subscriptions those that were made or moved
   * @param removedSubscriptions those that are gone
   * @param branches by their numbers those that were prepared or ended by an operator; empty for
   *     one that is gone
   */
  public record Touched(
      List<DestinationImage> destinations,
      List<Integer> forgottenDestinations,
      List<SubscriptionImage> subscriptions,
      List<SubscriptionImage> removedSubscriptions,
      Map<Long, Optional<BranchImage>> branches) {

    /** What a batch that was not needed changed. */
    public static final Touched NOTHING =
        new Touched(List.of(), List.of(), List.of(), List.of(), Map.of());
  }

  /** Whether a change was applied whose absolute numbers are not written yet. */
  public boolean isTouched() {
    return !(touchedDestinations.isEmpty()
        && forgottenDestinations.isEmpty()
        && touchedSubscriptions.isEmpty()
        && removedSubscriptions.isEmpty()
        && touchedBranches.isEmpty());
  }

  /** Counts the batch, and writes the absolute numbers of everything it touched. */
  public Touched writeTouched(WriteSet out) {
    List<DestinationImage> destinations =
        touchedDestinations.stream().map(byId::get).filter(Objects::nonNull).toList();
    for (DestinationImage destination : destinations) {
      byte[] key = Keys.counters(destination.id());
      out.put(key, destination.toRecord().toBytes(key));
    }
    touchedSubscriptions.forEach(subscription -> subscription.writeTo(out));
    if (producers.writeTouched(out)) {
      head = head.withProducersForgotten();
    }
    head = head.nextCommit();
    byte[] headKey = Keys.store(HeadRecord.NAME);
    out.put(headKey, head.toBytes(headKey));
    Touched touched =
        new Touched(
            destinations,
            List.copyOf(forgottenDestinations),
            List.copyOf(touchedSubscriptions),
            List.copyOf(removedSubscriptions),
            new LinkedHashMap<>(touchedBranches));
    touchedDestinations.clear();
    forgottenDestinations.clear();
    touchedSubscriptions.clear();
    removedSubscriptions.clear();
    touchedBranches.clear();
    return touched;
  }
}
