package io.levee.leveldb;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import io.levee.leveldb.change.Image;
import io.levee.leveldb.key.FormatRecord;
import io.levee.leveldb.key.HeadRecord;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.Marker;
import io.levee.leveldb.plan.Draft;
import io.levee.leveldb.plan.Limits;
import io.levee.leveldb.plan.PendingView;
import io.levee.leveldb.plan.Planner;
import io.levee.store.CommitDurability;
import io.levee.store.Receipt;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The single writer. It takes everything that waits, plans the transactions in order, each on top
 * of those before it, writes one batch with at most one sync, shows readers the result, and
 * answers.
 *
 * <p>A transaction that is refused drops out with its own error and the others go on. When the
 * write fails its outcome is unknown: everything is refused from then on, and the image is dropped
 * with the store. Nothing but this class calls {@link Engine#write}.
 */
final class Committer implements Runnable {

  /** A transaction that was planned and waits for the write, or was refused and waits with it. */
  private record Planned(Commit commit, List<Receipt.Outcome> outcomes, Throwable refusal) {}

  private static final class WrittenKey {
    private final byte[] key;
    private final boolean deleted;

    WrittenKey(byte[] key, boolean deleted) {
      this.key = key;
      this.deleted = deleted;
    }

    byte[] key() {
      return key;
    }

    boolean deleted() {
      return deleted;
    }
  }

  private static final Logger log = LoggerFactory.getLogger(LevelDbMessageStore.class);

  private final Engine engine;
  private final Image image;
  private final Visible visible;
  private final PendingView.KeyObserver observer;
  private final StoreOptions options;
  private final Limits limits;
  private final CommitQueue queue = new CommitQueue();
  private final PendingView pending;
  private final Batch batch = new Batch();
  private final List<WrittenKey> writtenKeys = new ArrayList<>();
  private final Thread thread;
  private boolean buffered = true; // what an earlier opening left, for all this one knows
  private volatile StoreException failure;
  private volatile long commitNumber;
  private final AtomicLong transactions = new AtomicLong();
  private final AtomicLong writes = new AtomicLong();

  Committer(
      Engine engine,
      Image image,
      Visible visible,
      PendingView.KeyObserver observer,
      StoreOptions options) {
    this.engine = engine;
    this.image = image;
    this.visible = visible;
    this.observer = observer;
    this.options = options;
    this.limits = options.limits();
    this.pending = new PendingView(engine);
    this.commitNumber = image.head().commitNumber();
    this.thread = new Thread(this, "levee-committer");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Writes the first batch of a new store. */
  static void create(Engine engine, FormatRecord format) {
    Batch first = new Batch();
    byte[] formatKey = Keys.store(FormatRecord.NAME);
    first.put(formatKey, format.toBytes(formatKey));
    byte[] headKey = Keys.store(HeadRecord.NAME);
    first.put(headKey, HeadRecord.FIRST.toBytes(headKey));
    List<byte[]> fences = new ArrayList<>(List.of(Keys.entriesFence(), Keys.expiryFence()));
    fences.addAll(Keys.branchFences());
    fences.forEach(fence -> first.put(fence, Marker.toBytes(fence)));
    engine.write(first, Durability.SYNC);
  }

  /** Whether the calling thread is the committing one, which must not wait for itself. */
  boolean isCurrentThread() {
    return Thread.currentThread() == thread;
  }

  /** Hands a transaction over; its future is completed by the committing thread. */
  void submit(Commit commit) {
    queue.add(commit, isCurrentThread());
  }

  /** Refuses what comes from now on, answers what waits, and returns when that is done. */
  void stop() {
    queue.end(closed());
    boolean interrupted = false;
    while (thread.isAlive() && Thread.currentThread() != thread) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Why everything is refused, or empty while all is well. */
  Optional<StoreException> failure() {
    return Optional.ofNullable(failure);
  }

  long commitNumber() {
    return commitNumber;
  }

  long transactions() {
    return transactions.get();
  }

  long writes() {
    return writes.get();
  }

  @Override
  public void run() {
    try {
      takeGroups();
      if (failure == null) {
        syncAtTheEnd();
      }
    } catch (RuntimeException | Error e) {
      fail(new StoreException(Code.STORE_FAILED, "the committing thread ended: " + e, e));
    } finally {
      refuseWhatIsLeft();
    }
  }

  /** A clean close leaves nothing to a power cut, unless the disk has no room for a sync. */
  private void syncAtTheEnd() {
    try {
      syncWhatIsBuffered(true);
    } catch (EngineException e) {
      if (e.code() != EngineException.Code.DISK_FULL) {
        throw e;
      }
      log.warn("The store closes without a last sync: {}", e.getMessage());
    }
  }

  /** Nothing waits for ever, whatever ended the thread. */
  private void refuseWhatIsLeft() {
    StoreException reason = failure().orElseGet(Committer::closed);
    queue.end(reason);
    for (List<Commit> left = queue.takeGroup(0, 0); !left.isEmpty(); left = queue.takeGroup(0, 0)) {
      left.forEach(commit -> commit.answer().completeExceptionally(reason));
    }
  }

  private static StoreException closed() {
    return new StoreException(Code.STORE_CLOSED, "the store was closed. Open it again.");
  }

  private void takeGroups() {
    List<Commit> group = queue.takeGroup(0, 0);
    while (!group.isEmpty()) {
      long begin = System.nanoTime();
      process(group);
      boolean sync = group.get(0).durability() == CommitDurability.SYNC;
      long tookNanos = System.nanoTime() - begin;
      group = queue.takeGroup(sync ? group.size() : 0, tookNanos);
    }
  }

  private void process(List<Commit> group) {
    try {
      if (failure == null) {
        List<Planned> planned = plan(group);
        show(planned, write(planned));
      }
    } catch (EngineException e) {
      fail(Errors.of(e));
    } catch (RuntimeException | Error e) {
      fail(new StoreException(Code.STORE_FAILED, "the committing thread failed: " + e, e));
    }
    if (failure != null) {
      // Those that were answered keep their answer: completing again does nothing.
      group.forEach(commit -> commit.answer().completeExceptionally(failure));
    }
  }

  // Plan.

  private List<Planned> plan(List<Commit> group) {
    long usable = engine.usableDiskBytes();
    long now = options.clock().millis();
    List<Planned> planned = new ArrayList<>(group.size());
    for (Commit commit : group) {
      try {
        long left = requireDisk(commit, commit.weightBytes(), usable);
        planned.add(plan(commit, now, usable));
        usable = left;
      } catch (StoreException refusal) {
        planned.add(new Planned(commit, List.of(), refusal));
      }
    }
    return planned;
  }

  /** A transaction whose planning fails has changed nothing, and only it is refused. */
  private Planned plan(Commit commit, long now, long usable) {
    Draft draft = new Draft(image, pending, limits, now);
    try {
      commit.intents().forEach(intent -> Planner.plan(intent, draft));
      requireDisk(commit, draft.plannedBytes(), usable);
    } catch (EngineException e) {
      if (e.code() != EngineException.Code.CORRUPT) {
        throw e;
      }
      return new Planned(commit, List.of(), Errors.of(e));
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException e) {
      return new Planned(commit, List.of(), e);
    }
    draft.accept();
    return new Planned(commit, draft.outcomes(), null);
  }

  /** What is left of {@code usable} after so many bytes; refuses them when that is too little. */
  private long requireDisk(Commit commit, long bytes, long usable) {
    if (commit.intents().isEmpty()) {
      return usable;
    }
    long left = usable - bytes;
    if (commit.grows() && left < options.diskReserveBytes()) {
      throw new StoreException(
          Code.DISK_RESERVE,
          diskText(usable, "the reserve of " + options.diskReserveBytes())
              + " Acknowledging still works. Free some space, or consume what is stored.");
    }
    if (left < options.diskFloorBytes()) {
      throw new StoreException(
          Code.DISK_FULL,
          diskText(usable, "the floor of " + options.diskFloorBytes())
              + " Nothing can be written safely. Free some space.");
    }
    return left;
  }

  private static String diskText(long usable, String bound) {
    return usable + " bytes are free on the store's disk, and " + bound + " must be left.";
  }

  // Write.

  private Image.Touched write(List<Planned> planned) {
    boolean sync = planned.stream().anyMatch(p -> p.commit().durability() == CommitDurability.SYNC);
    if (pending.isEmpty() && !image.isTouched()) {
      syncOrRefuse(planned, sync);
      return Image.Touched.NOTHING;
    }
    Image.Touched touched = image.writeTouched(pending);
    batch.clear();
    writtenKeys.clear();
    pending.drainTo(batch, (key, deleted) -> writtenKeys.add(new WrittenKey(key, deleted)));
    engine.write(batch, sync ? Durability.SYNC : Durability.BUFFERED);
    buffered = !sync;
    commitNumber = image.head().commitNumber();
    writes.incrementAndGet();
    return touched;
  }

  /** On a full disk nothing is lost that was not written: who asked for a sync is refused it. */
  private void syncOrRefuse(List<Planned> planned, boolean sync) {
    try {
      syncWhatIsBuffered(sync);
    } catch (EngineException e) {
      if (e.code() != EngineException.Code.DISK_FULL) {
        throw e;
      }
      planned.replaceAll(
          each ->
              each.refusal() == null && each.commit().durability() == CommitDurability.SYNC
                  ? new Planned(each.commit(), List.of(), Errors.of(e))
                  : each);
    }
  }

  /**
   * Nothing was changed, but an answer that has to survive a power cut may rest on writes that do
   * not yet: that a message is absent, on a buffered acknowledgement.
   */
  private void syncWhatIsBuffered(boolean sync) {
    if (sync && buffered) {
      engine.write(new Batch(), Durability.SYNC);
      buffered = false;
    }
  }

  // Show and answer.

  private void show(List<Planned> planned, Image.Touched touched) {
    List<Runnable> answers = new ArrayList<>(planned.size());
    for (Planned each : planned) {
      answers.add(callBeforeVisible(each, new Receipt(commitNumber, each.outcomes())));
    }
    visible.publish(touched);
    // After the readers can see them: whoever is told of a key finds it.
    writtenKeys.forEach(written -> observer.written(written.key(), written.deleted()));
    writtenKeys.clear();
    transactions.addAndGet(planned.stream().filter(each -> each.refusal() == null).count());
    answers.forEach(Runnable::run);
  }

  private static Runnable callBeforeVisible(Planned planned, Receipt receipt) {
    CompletableFuture<Receipt> answer = planned.commit().answer();
    if (planned.refusal() != null) {
      return () -> answer.completeExceptionally(planned.refusal());
    }
    try {
      planned.commit().beforeVisible().accept(receipt);
      return () -> answer.complete(receipt);
    } catch (RuntimeException | Error e) {
      IllegalStateException wrapped =
          new IllegalStateException("beforeVisible threw; the commit is durable: " + receipt, e);
      return () -> answer.completeExceptionally(wrapped);
    }
  }

  private void fail(StoreException cause) {
    if (failure == null) {
      log.error("The store stops: {} Close it and open it again.", cause.getMessage(), cause);
      failure =
          new StoreException(
              Code.STORE_FAILED,
              "a write failed and its outcome is unknown; close the store and open it again."
                  + " The cause: "
                  + cause.getMessage(),
              cause);
      queue.end(failure);
    }
  }
}
