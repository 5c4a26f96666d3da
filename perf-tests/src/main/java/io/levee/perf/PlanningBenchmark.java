package io.levee.perf;

import io.levee.engine.Batch;
import io.levee.leveldb.change.Image;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.key.HeadRecord;
import io.levee.leveldb.plan.Draft;
import io.levee.leveldb.plan.Limits;
import io.levee.leveldb.plan.PendingView;
import io.levee.leveldb.plan.Planner;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.StoreTransaction.OnDuplicate;
import io.levee.testkit.MemoryEngine;
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
 * What the committing thread does for a group of sends before it writes: planning, encoding and
 * filling the batch. It bounds the speed of all producers together.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
public class PlanningBenchmark {

  private static final Destination QUEUE = Destination.queue("orders");
  private static final Limits LIMITS =
      new Limits(4 << 10, 256 << 10, 4 << 20, 2L << 30, 1 << 10, 1 << 20, 512L << 20);

  /** Transactions of one send in each group. */
  @Param({"1", "16"})
  int group;

  private final Payload payload = new Payload(1024);
  private final Bytes producer = Bytes.utf8(Payload.producerName(1));
  private final Batch batch = new Batch();
  private Image image;
  private PendingView pending;
  private long sent;

  /** Declares the queue. */
  @Setup
  public void declare() {
    image = new Image(HeadRecord.FIRST, 1_000);
    pending = new PendingView(MemoryEngine.open());
    plan(new Intent.Declare(QUEUE, DestinationOptions.DEFAULT, false));
    fillBatch();
  }

  /** Plans a group and fills the batch. */
  @Benchmark
  public Batch planGroup() {
    for (int i = 0; i < group; i++) {
      sent++;
      plan(new Intent.Enqueue(QUEUE, payload.message(producer, sent), OnDuplicate.REFUSE));
    }
    return fillBatch();
  }

  private void plan(Intent intent) {
    Draft draft = new Draft(image, pending, LIMITS, 1);
    Planner.plan(intent, draft);
    draft.accept();
  }

  private Batch fillBatch() {
    image.writeTouched(pending);
    batch.clear();
    pending.drainTo(batch, (key, deleted) -> {});
    return batch;
  }
}
