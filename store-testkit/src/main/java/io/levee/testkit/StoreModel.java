package io.levee.testkit;

import static io.levee.store.StoreException.Code.INTERRUPTED;
import static io.levee.store.StoreException.Code.NAME_TOO_LONG;
import static io.levee.store.StoreException.Code.OPTIONS_DIFFER;
import static io.levee.store.StoreException.Code.STORE_CLOSED;
import static io.levee.store.StoreException.Code.UNKNOWN_LANE;
import static io.levee.store.StoreException.Code.WRONG_KIND;

import io.levee.store.Bytes;
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
import io.levee.store.Receipt;
import io.levee.store.Receipt.Outcome;
import io.levee.store.StoreException;
import io.levee.store.StoreStatus;
import io.levee.store.StoreTransaction;
import io.levee.store.StoredMessage;
import io.levee.store.Subscriptions;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The store as plain collections: slow, in memory, and simple enough to be right by reading it. It
 * is what a store on disk is compared with, and itself passes the {@link MessageStoreContract}.
 *
 * <p>One thread carries out the commits, each on a copy of the state; readers see the last state.
 */
public final class StoreModel implements MessageStore {

  private static final int CHUNK_BYTES = 1000;
  private static final AtomicLong CONTENT_IDS = new AtomicLong();

  private final StoreLimits limits;
  private final InstantSource clock;
  private final ExecutorService committer = Executors.newSingleThreadExecutor(StoreModel::thread);
  private volatile ModelState state;
  private volatile boolean closed;

  /** A model that holds nothing. */
  public StoreModel(StoreLimits limits, InstantSource clock) {
    this(limits, clock, new ModelState());
  }

  private StoreModel(StoreLimits limits, InstantSource clock, ModelState state) {
    this.limits = limits;
    this.clock = clock;
    this.state = state;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "model-committer");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Another model that holds what this one holds now, as a store has it when it is opened again:
   * streamed payloads that no message took are gone. The two have nothing in common from then on.
   */
  public StoreModel reopened() {
    ModelState copy = state.copy();
    copy.contents.clear();
    return new StoreModel(limits, clock, copy);
  }

  @Override
  public DestinationInfo declare(Destination destination, DestinationOptions options) {
    if (Bytes.utf8(destination.name()).size() > limits.maxNameBytes()) {
      throw new StoreException(NAME_TOO_LONG, destination.toString());
    }
    return change(next -> declare(next, destination, options));
  }

  private static DestinationInfo declare(
      ModelState next, Destination destination, DestinationOptions options) {
    ModelDestination found = next.destinations.get(destination);
    if (found == null) {
      if (destination.kind() != Destination.Kind.QUEUE && options.lanes() > 1) {
        throw new StoreException(WRONG_KIND, destination + " with " + options);
      }
      next.lastDestinationId++;
      found = new ModelDestination(destination, next.lastDestinationId, options);
      next.destinations.put(destination, found);
    } else if (!found.options.equals(options)) {
      throw new StoreException(OPTIONS_DIFFER, destination + " has " + found.options);
    }
    return found.info(next);
  }

  @Override
  public boolean remove(Destination destination) {
    return change(
        next -> {
          next.requireNoBranch(destination);
          return next.destinations.remove(destination) != null;
        });
  }

  @Override
  public Optional<DestinationInfo> find(Destination destination) {
    ModelState now = state();
    return now.find(destination).map(found -> found.info(now));
  }

  @Override
  public List<DestinationInfo> destinations() {
    ModelState now = state();
    return now.destinations.values().stream().map(found -> found.info(now)).toList();
  }

  @Override
  public long purge(Destination destination) {
    return change(
        next -> {
          ModelDestination purged = next.require(destination);
          next.requireNoBranch(destination);
          long count = purged.messages.size();
          purged.messages.clear();
          return count;
        });
  }

  @Override
  public StoreTransaction begin() {
    state();
    return new ModelTransaction(this);
  }

  @Override
  public ContentWriter newContent() {
    state();
    return new ModelContentWriter(this);
  }

  @Override
  public void discard(Content content) {
    change(next -> next.contents.remove(content.contentId()));
  }

  @Override
  public Page<StoredMessage> browse(Destination destination, PageRequest request) {
    ModelState now = state();
    ModelDestination browsed = now.require(destination);
    if (request.lane() >= browsed.options.lanes()) {
      throw new StoreException(UNKNOWN_LANE, destination + " lane " + request.lane());
    }
    return ModelPages.page(
        browsed.messages.values().stream()
            .filter(message -> message.position().lane() == request.lane())
            .filter(message -> !now.isHeld(message.position()))
            .map(message -> message.stored(limits)),
        request);
  }

  @Override
  public Optional<StoredMessage> read(Position position) {
    return state().find(position).map(message -> message.stored(limits));
  }

  @Override
  public Optional<Bytes> readChunk(Position position, long offset) {
    if (offset < 0) {
      throw new IllegalArgumentException("offset " + offset);
    }
    return state()
        .find(position)
        .map(ModelMessage::body)
        .filter(body -> offset < body.size())
        .map(body -> chunk(body, (int) offset));
  }

  private static Bytes chunk(Bytes body, int offset) {
    int end = Math.min(body.size(), offset - offset % CHUNK_BYTES + CHUNK_BYTES);
    return Bytes.copyOf(body.toArray(), offset, end - offset);
  }

  @Override
  public Optional<InputStream> openBody(Position position) {
    return state().find(position).map(message -> new ModelBody(this, position));
  }

  @Override
  public List<Position> locate(MessageIdentity identity) {
    return state().destinations.values().stream()
        .flatMap(destination -> destination.find(identity).stream())
        .map(ModelMessage::position)
        .toList();
  }

  @Override
  public Optional<Position> locate(Destination destination, MessageIdentity identity) {
    return state().find(destination).flatMap(d -> d.find(identity)).map(ModelMessage::position);
  }

  @Override
  public OptionalLong lastProducerSequence(Bytes producer) {
    Long last = state().lastProducerSequences.get(producer);
    return last == null ? OptionalLong.empty() : OptionalLong.of(last);
  }

  @Override
  public Optional<Message> retained(Destination destination) {
    return state().find(destination).flatMap(found -> found.retained);
  }

  @Override
  public List<Destination> retainedDestinations() {
    return state().destinations.values().stream()
        .filter(destination -> destination.retained.isPresent())
        .map(destination -> destination.destination)
        .toList();
  }

  @Override
  public List<Position> expired(long nowMillis, int limit) {
    return ModelCommit.expired(state(), nowMillis, limit);
  }

  @Override
  public int expire(long nowMillis, int limit) {
    return change(next -> commitOn(next).expire(nowMillis, limit));
  }

  @Override
  public DtxStore dtx() {
    return new ModelDtx(this);
  }

  @Override
  public DeadLetters deadLetters() {
    return new ModelDeadLetters(this::state, limits);
  }

  @Override
  public Subscriptions subscriptions() {
    return new ModelSubscriptions(this, limits);
  }

  @Override
  public void flush() {
    change(next -> true);
  }

  @Override
  public StoreStatus status() {
    long commits = state().commitNumber;
    return new StoreStatus(commits, commits, commits, 0, Long.MAX_VALUE, 0, "");
  }

  @Override
  public void close() {
    closed = true;
    committer.shutdown();
    try {
      if (!committer.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("a commit of the model does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  ModelState state() {
    if (closed) {
      throw closedStore();
    }
    return state;
  }

  CompletableFuture<Receipt> submitTransaction(
      List<Function<ModelCommit, Outcome>> operations, List<Consumer<Receipt>> actions) {
    return submit(
        next -> {
          ModelCommit commit = commitOn(next);
          List<Outcome> outcomes =
              operations.stream().map(operation -> operation.apply(commit)).toList();
          Receipt receipt = new Receipt(next.commitNumber, outcomes);
          actions.forEach(action -> action.accept(receipt));
          return receipt;
        });
  }

  /** Carries out {@code work} on a copy of the state; what it answers is the answer. */
  <T> T change(Function<ModelState, T> work) {
    return await(submit(work));
  }

  private <T> CompletableFuture<T> submit(Function<ModelState, T> work) {
    if (closed) {
      throw closedStore();
    }
    try {
      return CompletableFuture.supplyAsync(() -> apply(work), committer);
    } catch (RejectedExecutionException e) {
      throw new StoreException(STORE_CLOSED, "the model was closed meanwhile", e);
    }
  }

  private <T> T apply(Function<ModelState, T> work) {
    ModelState next = state.copy();
    next.commitNumber++;
    T answer = work.apply(next);
    state = next;
    return answer;
  }

  <T> T await(CompletableFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(INTERRUPTED, "while waiting for the model", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StoreException refusal) {
        throw refusal;
      }
      throw new IllegalStateException("the model is broken", e);
    }
  }

  Content store(byte[] bytes) {
    long id = CONTENT_IDS.incrementAndGet();
    change(next -> next.contents.put(id, Bytes.copyOf(bytes)));
    return new Content(id, bytes.length, CHUNK_BYTES);
  }

  StoreLimits limits() {
    return limits;
  }

  long nowMillis() {
    return clock.millis();
  }

  ModelCommit commitOn(ModelState next) {
    return new ModelCommit(next, limits, clock.millis());
  }

  private static StoreException closedStore() {
    return new StoreException(STORE_CLOSED, "the model was closed");
  }
}
