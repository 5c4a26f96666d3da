package io.levee.leveldb;

import io.levee.engine.EngineException;
import io.levee.leveldb.change.Intent;
import io.levee.store.CommitDurability;
import io.levee.store.Receipt;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The one way into an open store: hands transactions to the committer and waits for them, lets
 * reads through while the store is open and sound, and puts what the engine says into the store's
 * words. For any thread.
 */
final class Access {

  private final Committer committer;
  private final AtomicBoolean closed = new AtomicBoolean();

  Access(Committer committer) {
    this.committer = committer;
  }

  // Writing.

  Receipt execute(Intent intent) {
    return execute(List.of(intent), CommitDurability.SYNC);
  }

  Receipt execute(List<Intent> intents, CommitDurability durability) {
    requireMayWait();
    return await(submit(new Commit(intents, durability)));
  }

  /** Hands a transaction to the committer; a refusal comes through the future too. */
  CompletableFuture<Receipt> submit(Commit commit) {
    try {
      if (closed.get()) {
        throw closed();
      }
      committer.submit(commit);
    } catch (StoreException e) {
      commit.answer().completeExceptionally(e);
    }
    return commit.answer();
  }

  /** Refuses to wait where waiting would never end; asked before anything is handed over. */
  void requireMayWait() {
    if (committer.isCurrentThread()) {
      throw new IllegalStateException(
          "the committing thread cannot wait for itself;"
              + " commit asynchronously, or from another thread");
    }
  }

  Receipt await(CompletableFuture<Receipt> answer) {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(
          Code.INTERRUPTED,
          "the thread was interrupted while it waited for a commit, which goes on.",
          e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StoreException refusal) {
        throw refusal.thrownHere();
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  // Reading.

  /** Reads, and says what the engine says in the store's words. */
  <T> T reading(Supplier<T> read) {
    requireOpen();
    try {
      return read.get();
    } catch (EngineException e) {
      throw committer.failure().map(StoreException::thrownHere).orElseGet(() -> Errors.of(e));
    }
  }

  void requireOpen() {
    if (closed.get()) {
      throw closed();
    }
    committer
        .failure()
        .ifPresent(
            failure -> {
              throw failure.thrownHere();
            });
  }

  private static StoreException closed() {
    return new StoreException(Code.STORE_CLOSED, "the store was closed. Open it again.");
  }

  /**
   * Lets no new call in. Commits that were handed over before are still answered.
   *
   * @return whether it was open
   */
  boolean close() {
    return closed.compareAndSet(false, true);
  }

  boolean isClosed() {
    return closed.get();
  }
}
