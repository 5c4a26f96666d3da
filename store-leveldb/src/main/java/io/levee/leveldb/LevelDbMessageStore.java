package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import io.levee.leveldb.Visible.DestinationView;
import io.levee.leveldb.change.Image;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.engine.LevelDbEngine;
import io.levee.leveldb.engine.OpenReport;
import io.levee.leveldb.engine.OpenedEngine;
import io.levee.leveldb.key.FormatRecord;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.ProducerRecord;
import io.levee.leveldb.key.RetainedRecord;
import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Content;
import io.levee.store.ContentWriter;
import io.levee.store.DeadLetters;
import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.DestinationOptions;
import io.levee.store.DtxStore;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.MessageStore;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import io.levee.store.StoreStatus;
import io.levee.store.StoreTransaction;
import io.levee.store.StoredMessage;
import io.levee.store.Subscriptions;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The message store on an ordered map: wires the committer, the readers and the housekeeper, and
 * answers what needs none of them.
 */
public final class LevelDbMessageStore implements MessageStore {

  private static final Logger log = LoggerFactory.getLogger(LevelDbMessageStore.class);

  private final Engine engine;
  private final StoreOptions options;
  private final Image image;
  private final Visible visible = new Visible();
  private final Committer committer;
  private final Access access;
  private final Housekeeper housekeeper;
  private final MessageReader messages;
  private final BodyReader bodies;
  private final ExpiryChore expiry;
  private final DeadLetters deadLetters;
  private final Subscriptions subscriptions;
  private final DtxStore dtx;

  /**
   * Opens the store in {@code directory}, or creates it when there is none and the directory is
   * missing or empty.
   *
   * @throws StoreException {@code DIRECTORY_LOCKED}, {@code DIRECTORY_UNUSABLE}, {@code
   *     NEWER_FORMAT}, {@code CORRUPT}, {@code NATIVE_LIBRARY}, {@code DISK_FULL}; nothing was
   *     changed
   */
  public static LevelDbMessageStore open(Path directory, StoreOptions options) {
    OpenedEngine opened;
    try {
      opened = LevelDbEngine.open(directory, options.engineOptions());
    } catch (EngineException e) {
      throw Errors.of(e);
    }
    report(directory, opened.report());
    return open(opened.engine(), options);
  }

  private static void report(Path directory, OpenReport report) {
    if (report.created()) {
      log.info("Created a Levee store in {}.", directory);
    }
    report.warnings(directory).forEach(log::warn);
  }

  /**
   * Opens the store in {@code engine}, which it owns from then on: it is closed with the store, and
   * when opening fails.
   */
  public static LevelDbMessageStore open(Engine engine, StoreOptions options) {
    LevelDbMessageStore store;
    try {
      store = new LevelDbMessageStore(engine, options);
    } catch (EngineException e) {
      engine.close();
      throw Errors.of(e);
    } catch (RuntimeException | Error e) {
      engine.close();
      throw e;
    }
    try {
      store.committer.start();
      store.housekeeper.start();
    } catch (RuntimeException | Error e) { // no memory for a thread, perhaps
      store.close();
      throw e;
    }
    return store;
  }

  private LevelDbMessageStore(Engine engine, StoreOptions options) {
    this.engine = engine;
    this.options = options;
    Recovery recovery = new Recovery(engine, options.maxProducers());
    if (recovery.format().isEmpty()) {
      FormatRecord format =
          new FormatRecord(FormatRecord.VERSION, UUID.randomUUID(), options.clock().millis());
      Committer.create(engine, format);
    }
    image = recovery.load();
    visible.publish(image.everything());
    DeadSpace deadSpace = new DeadSpace();
    ExpiryWatermark watermark = new ExpiryWatermark();
    committer =
        new Committer(
            engine,
            image,
            visible,
            (key, deleted) -> {
              deadSpace.note(key, deleted);
              watermark.note(key, deleted);
            },
            options);
    access = new Access(committer);
    messages = new MessageReader(engine, visible, options.inlineBytes());
    bodies = new BodyReader(engine, messages);
    expiry = new ExpiryChore(access, engine, visible, watermark, options.clock());
    deadLetters = new DeadLetterReader(access, engine, visible, messages);
    subscriptions = new SubscriptionReader(access, visible, messages);
    dtx = new Branches(access, engine, visible);
    housekeeper =
        new Housekeeper(
            options.housekeepingIntervalMillis(),
            () -> committer.failure().isPresent(),
            new LeftOverContentChore(access, engine, image.unfinishedContents()),
            expiry,
            new WatermarkChore(access, engine, visible),
            new SweepChore(access, engine, visible),
            new EraseChore(access, engine, visible),
            new CompactChore(engine, visible, deadSpace));
  }

  // Destinations.

  @Override
  public DestinationInfo declare(Destination destination, DestinationOptions options) {
    Objects.requireNonNull(options, "options");
    Optional<DestinationInfo> declared = find(destination);
    if (declared.filter(info -> info.options().equals(options)).isPresent()) {
      return declared.get();
    }
    access.execute(new Intent.Declare(destination, options, false));
    return find(destination)
        .orElseThrow(
            () ->
                new StoreException(
                    Code.UNKNOWN_DESTINATION, destination + " was removed while it was declared."));
  }

  @Override
  public boolean remove(Destination destination) {
    return access.execute(new Intent.Remove(destination)).appliedCount() == 1;
  }

  @Override
  public Optional<DestinationInfo> find(Destination destination) {
    return access.reading(() -> visible.find(destination).map(visible::info));
  }

  @Override
  public List<DestinationInfo> destinations() {
    return access.reading(() -> visible.destinations().stream().map(visible::info).toList());
  }

  @Override
  public long purge(Destination destination) {
    AtomicLong count = new AtomicLong();
    access.execute(new Intent.Purge(destination, count::set));
    return count.get();
  }

  // Writing.

  @Override
  public StoreTransaction begin() {
    access.requireOpen();
    return new BufferedTransaction(access, options.maxTransactionBytes());
  }

  @Override
  public ContentWriter newContent() {
    access.requireOpen();
    return new StreamingContentWriter(
        access, image.takeContentId(), options.chunkBytes(), options.maxBodyBytes());
  }

  @Override
  public void discard(Content content) {
    access.execute(new Intent.DiscardContent(content));
  }

  @Override
  public void flush() {
    access.execute(List.of(), CommitDurability.SYNC);
  }

  // Reading.

  @Override
  public Page<StoredMessage> browse(Destination destination, PageRequest request) {
    return access.reading(() -> messages.page(visible.require(destination), request));
  }

  @Override
  public Optional<StoredMessage> read(Position position) {
    return access.reading(() -> messages.read(position));
  }

  @Override
  public Optional<Bytes> readChunk(Position position, long offset) {
    return access.reading(() -> bodies.chunk(position, offset));
  }

  @Override
  public Optional<InputStream> openBody(Position position) {
    return access.reading(() -> bodies.open(position));
  }

  @Override
  public List<Position> locate(MessageIdentity identity) {
    return access.reading(() -> messages.locate(identity));
  }

  @Override
  public Optional<Position> locate(Destination destination, MessageIdentity identity) {
    return access.reading(
        () -> visible.find(destination).flatMap(view -> messages.locate(view, identity)));
  }

  @Override
  public OptionalLong lastProducerSequence(Bytes producer) {
    byte[] key = Keys.producer(producer);
    return access.reading(
        () ->
            engine
                .get(key)
                .map(stored -> ProducerRecord.fromBytes(key, stored))
                .filter(ProducerRecord::complete)
                .map(ProducerRecord::lastSequence)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty()));
  }

  @Override
  public Optional<Message> retained(Destination destination) {
    return access.reading(() -> visible.find(destination).flatMap(this::retained));
  }

  private Optional<Message> retained(DestinationView view) {
    byte[] key = Keys.retained(view.id());
    return engine.get(key).map(stored -> RetainedRecord.fromBytes(key, stored).message());
  }

  @Override
  public List<Destination> retainedDestinations() {
    return access.reading(
        () ->
            visible.destinations().stream()
                .filter(view -> view.counters().retained())
                .map(DestinationView::destination)
                .toList());
  }

  @Override
  public DeadLetters deadLetters() {
    return deadLetters;
  }

  @Override
  public Subscriptions subscriptions() {
    return subscriptions;
  }

  @Override
  public DtxStore dtx() {
    return dtx;
  }

  // Upkeep.

  @Override
  public List<Position> expired(long nowMillis, int limit) {
    return access.reading(() -> expiry.find(nowMillis, limit));
  }

  @Override
  public int expire(long nowMillis, int limit) {
    return access.reading(() -> expiry.expire(nowMillis, limit));
  }

  /**
   * Does in the calling thread what the store does by itself at intervals: expires, erases what was
   * purged, sweeps topics, compacts. For a store that was opened with an interval of 0, and tests.
   */
  public void runHousekeeping() {
    access.requireMayWait();
    access.reading(
        () -> {
          housekeeper.runOnce();
          return null;
        });
  }

  @Override
  public StoreStatus status() {
    return committer.failure().isPresent() && !access.isClosed()
        ? statusNow()
        : access.reading(this::statusNow);
  }

  private StoreStatus statusNow() {
    boolean works = committer.failure().isEmpty();
    return new StoreStatus(
        committer.commitNumber(),
        committer.transactions(),
        committer.writes(),
        works ? engine.diskBytes() : 0,
        works ? engine.usableDiskBytes() : 0,
        options.diskReserveBytes(),
        committer.failure().map(StoreException::getMessage).orElse(""));
  }

  @Override
  public void close() {
    access.requireMayWait();
    if (access.close()) {
      housekeeper.stop();
      committer.stop();
      try {
        turnLogIntoTable();
      } finally {
        engine.close();
      }
    }
  }

  /**
   * Compacting where no key lies makes the engine write its buffer out as a table: the next opening
   * has no log to replay, and nothing hangs on the end of one. Bounded by the write buffer.
   */
  private void turnLogIntoTable() {
    if (committer.failure().isPresent() || engine.usableDiskBytes() < options.diskReserveBytes()) {
      return;
    }
    try {
      engine.compact(Keys.BEYOND_ALL);
    } catch (EngineException e) {
      log.warn("The store closes with a log to replay: {}", e.getMessage());
    }
  }
}
