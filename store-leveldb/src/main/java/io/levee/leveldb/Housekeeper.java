package io.levee.leveldb;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one background thread: at intervals it lets each chore do what has come due. Chores change
 * the store through ordinary transactions, so that a crash in the middle leaves a committed state.
 * A chore that fails is tried again at the next interval; the thread does not die of it.
 */
final class Housekeeper implements Runnable {

  /** One kind of upkeep. */
  @FunctionalInterface
  interface Chore {
    /** Does what is due; returns early when {@code stopping} answers true. */
    void run(Stop stopping);
  }

  /** Whether the store is being closed. */
  @FunctionalInterface
  interface Stop {
    boolean isAsked();
  }

  private static final Logger log = LoggerFactory.getLogger(LevelDbMessageStore.class);

  private final long intervalMillis;
  private final Stop storeFailed;
  private final Chore[] chores;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition stopAsked = lock.newCondition();
  private final ReentrantLock working = new ReentrantLock();
  private final Thread thread;
  private volatile boolean stopping;
  private volatile boolean idle;

  /** A housekeeper that runs by itself, or with an interval of 0 only when it is told to. */
  Housekeeper(long intervalMillis, Stop storeFailed, Chore... chores) {
    this.intervalMillis = intervalMillis;
    this.storeFailed = storeFailed;
    this.chores = chores;
    this.thread = new Thread(this, "levee-housekeeper");
    thread.setDaemon(true);
  }

  void start() {
    if (intervalMillis > 0) {
      thread.start();
    }
  }

  /** Runs every chore once in the calling thread. */
  void runOnce() {
    working.lock();
    try {
      FirstFailure failure = new FirstFailure();
      for (Chore chore : chores) {
        failure.keep(() -> runUnlessIdle(chore));
      }
      failure.rethrow();
    } finally {
      working.unlock();
    }
  }

  private void runUnlessIdle(Chore chore) {
    if (!idle) {
      chore.run(this::mustStop);
    }
  }

  /** Asks the chores to return and waits until they did. */
  void stop() {
    lock.lock();
    try {
      stopping = true;
      stopAsked.signalAll();
    } finally {
      lock.unlock();
    }
    waitUntilIdle();
  }

  /** The lock is held by whoever is in the middle of a chore, also by a caller of runOnce. */
  private void waitUntilIdle() {
    working.lock();
    try {
      idle = true;
    } finally {
      working.unlock();
    }
  }

  @Override
  public void run() {
    while (waitForInterval()) {
      try {
        runOnce();
      } catch (RuntimeException | Error e) {
        if (!mustStop()) {
          log.warn("Housekeeping is put off to the next interval.", e);
        }
      }
    }
  }

  private boolean mustStop() {
    return stopping || storeFailed.isAsked();
  }

  private boolean waitForInterval() {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
      while (!stopping && left > 0) {
        left = stopAsked.awaitNanos(left);
      }
      return !mustStop();
    } catch (InterruptedException e) {
      return false;
    } finally {
      lock.unlock();
    }
  }
}
