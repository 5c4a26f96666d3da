package io.levee.cli;

import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Several workers at the same work, each in a thread of its own; led by one thread. */
final class Crew implements AutoCloseable {

  /** What one worker does. */
  interface Work {
    void run() throws Exception;
  }

  private static final int STOP_SECONDS = 5;

  private final ExecutorService threads;
  private final CompletionService<Void> ended;
  private int running;

  Crew() {
    threads =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "levee-worker");
              thread.setDaemon(true);
              return thread;
            });
    ended = new ExecutorCompletionService<>(threads);
  }

  void start(Work work) {
    running++;
    ended.submit(
        () -> {
          work.run();
          return null;
        });
  }

  /** Waits for all of them; the first one that fails ends the wait with its failure. */
  void join() throws Exception {
    for (; running > 0; running--) {
      result(ended.take());
    }
  }

  /** Throws the failure of one that has failed; does not wait. */
  void throwFailure() throws Exception {
    for (Future<Void> each = ended.poll(); each != null; each = ended.poll()) {
      running--;
      result(each);
    }
  }

  private static void result(Future<Void> worker) throws Exception {
    try {
      worker.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /** Interrupts those that still work, and waits for them, but not for ever. */
  void stop() throws InterruptedException {
    threads.shutdownNow();
    threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
  }

  /** Interrupts those that still work. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
