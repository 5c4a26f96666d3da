package io.levee.perf;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/** Producers that send one after the other, all at once, for a time. */
final class Producers {

  private static final int DIGITS = 3;

  private Producers() {}

  /**
   * What they did.
   *
   * @param perSecond how many messages were stored in a second
   * @param nanos how long each send took
   */
  record Result(double perSecond, Histogram nanos) {}

  static Result run(SendTarget target, int threads, double seconds) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<Result>> running = new ArrayList<>();
      for (int number = 0; number < threads; number++) {
        SendTarget.Producer producer = target.producer(number);
        running.add(pool.submit(sending(producer, start, (long) (seconds * 1e9))));
      }
      return sum(running);
    } finally {
      pool.shutdown();
    }
  }

  private static Callable<Result> sending(
      SendTarget.Producer producer, CyclicBarrier start, long forNanos) {
    return () -> {
      Histogram nanos = new Histogram(DIGITS);
      start.await();
      long begin = System.nanoTime();
      long end = begin;
      while (end - begin < forNanos) {
        producer.send();
        long now = System.nanoTime();
        nanos.recordValue(now - end);
        end = now;
      }
      return new Result(nanos.getTotalCount() * 1e9 / (end - begin), nanos);
    };
  }

  private static Result sum(List<Future<Result>> running) throws Exception {
    double perSecond = 0;
    Histogram nanos = new Histogram(DIGITS);
    for (Future<Result> each : running) {
      perSecond += each.get().perSecond();
      nanos.add(each.get().nanos());
    }
    return new Result(perSecond, nanos);
  }
}
