package io.levee.perf;

import io.levee.store.CommitDurability;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.StoreTransaction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One commit of one thread, on the disk but not forced to it: what the store itself costs. Each
 * takes as many messages as it sends, so that the store does not grow.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
public class CommitBenchmark {

  /** Messages in each commit. */
  @Param({"1", "10", "100"})
  int messages;

  private final Deque<Position> stored = new ArrayDeque<>();

  /** Stores what the first acknowledgement takes. */
  @Setup
  public void fill(OpenStore open) {
    stored.clear();
    enqueueAndAcknowledge(open, false);
  }

  /** Sends messages and takes those of the commit before. */
  @Benchmark
  public Receipt sendAndTake(OpenStore open) {
    return enqueueAndAcknowledge(open, true);
  }

  private Receipt enqueueAndAcknowledge(OpenStore open, boolean acknowledge) {
    StoreTransaction transaction = open.store().begin();
    for (int i = 0; i < messages; i++) {
      transaction.enqueue(OpenStore.QUEUE, open.nextMessage());
    }
    for (int i = 0; acknowledge && i < messages; i++) {
      transaction.acknowledge(stored.removeFirst());
    }
    Receipt receipt = transaction.commit(CommitDurability.BUFFERED);
    receipt.outcomes().stream()
        .limit(messages)
        .forEach(outcome -> stored.add(outcome.position().orElseThrow()));
    return receipt;
  }
}
