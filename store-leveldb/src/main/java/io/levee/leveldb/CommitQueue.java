package io.levee.leveldb;

import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The transactions that wait for the committing thread. Bounded by their bytes: who brings more
 * waits, so that a burst of asynchronous commits cannot fill the memory.
 */
final class CommitQueue {

  private static final long MAX_WAITING_BYTES = 64L << 20;
  private static final long MAX_GROUP_BYTES = 4L << 20;
  private static final int MAX_GROUP_COMMITS = 4096;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final Condition notFull = lock.newCondition();
  private final Queue<Commit> waiting = new ArrayDeque<>();
  private long waitingBytes;
  private final Patience patience = new Patience();
  private int wanted = 1; // how many must wait before the committing thread is woken
  private StoreException refusal;

  /**
   * Adds a transaction; waits while too many bytes wait, unless {@code unbounded}: the committing
   * thread would wait for itself.
   *
   * @throws StoreException when the queue was ended, or the wait was interrupted
   */
  void add(Commit commit, boolean unbounded) {
    lock.lock();
    try {
      while (refusal == null && !unbounded && waitingBytes > MAX_WAITING_BYTES) {
        notFull.await();
      }
      if (refusal != null) {
        throw refusal.thrownHere();
      }
      waiting.add(commit);
      waitingBytes += commit.weightBytes();
      if (waiting.size() >= wanted) {
        notEmpty.signal();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(
          Code.INTERRUPTED,
          "the thread was interrupted before the commit began; nothing was changed.",
          e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Everything that waits, up to the size of a group; empty only when the queue was ended.
   *
   * <p>Those who were just answered tend to come back at once, and the first of them would begin a
   * group of its own, with a sync of its own. So the rest of them is waited for, a little, as long
   * as that pays.
   *
   * @param expected how many are likely to come back; 0 for not to wait
   * @param tookNanos how long the group before this one took
   */
  List<Commit> takeGroup(int expected, long tookNanos) {
    lock.lock();
    try {
      while (waiting.isEmpty() && refusal == null) {
        notEmpty.awaitUninterruptibly();
      }
      gather(expected, tookNanos);
      List<Commit> group = new ArrayList<>();
      long bytes = 0;
      while (!waiting.isEmpty() && bytes < MAX_GROUP_BYTES && group.size() < MAX_GROUP_COMMITS) {
        Commit next = waiting.remove();
        bytes += next.weightBytes();
        group.add(next);
      }
      waitingBytes -= bytes;
      notFull.signalAll();
      return group;
    } finally {
      lock.unlock();
    }
  }

  private void gather(int expected, long tookNanos) {
    int before = waiting.size();
    if (before >= expected) {
      return;
    }
    long left = patience.nanos(tookNanos);
    if (left == 0) {
      return;
    }
    wanted = expected;
    try {
      while (waiting.size() < expected
          && waitingBytes < MAX_GROUP_BYTES
          && refusal == null
          && left > 0) {
        left = notEmpty.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody interrupts it; then it does not wait
    } finally {
      wanted = 1;
      patience.waited(expected - before, waiting.size() - before);
    }
  }

  /** Refuses every later transaction with {@code reason}; those that wait are still taken. */
  void end(StoreException reason) {
    lock.lock();
    try {
      if (refusal == null) {
        refusal = reason;
      }
      notEmpty.signalAll();
      notFull.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
