package io.levee.perf;

import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.StoredMessage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One page of a queue. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
public class ReadBenchmark {

  private static final int STORED = 10_000;

  /** Messages in each page. */
  @Param({"1", "100"})
  int page;

  private long after;

  /** Stores what is read. */
  @Setup
  public void fill(OpenStore open) {
    Load.fill(open.store(), OpenStore.QUEUE, open.payload(), STORED);
  }

  /** Reads page after page, and begins anew at the end. */
  @Benchmark
  public Page<StoredMessage> browse(OpenStore open) {
    Page<StoredMessage> found =
        open.store().browse(OpenStore.QUEUE, PageRequest.after(after, page));
    after = found.more() ? after + page : 0;
    return found;
  }
}
