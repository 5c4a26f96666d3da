package io.levee.perf;

import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreOptions;
import io.levee.store.Destination;
import io.levee.store.MessageStore;
import io.levee.store.PageRequest;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * How long the first message of a queue takes to find when very many were acknowledged before it: a
 * log-structured map walks what is deleted, unless it is told where to begin.
 */
@Command(
    name = "head-latency",
    description = "The first message of a queue behind many acknowledged ones.")
final class HeadLatency extends Scenario {

  private static final Destination QUEUE = Destination.queue("orders");
  private static final double MUST_BE_WITHIN_MILLIS = 1;

  @Option(names = "--pairs", description = "Messages sent and taken.", defaultValue = "1000000")
  private long pairs;

  @Option(names = "--depth", description = "Messages that wait.", defaultValue = "100")
  private int depth;

  @Option(names = "--bytes", description = "Bytes in each body.", defaultValue = "1024")
  private int bodyBytes;

  @Option(names = "--reads", description = "Reads of the head each time.", defaultValue = "20000")
  private int reads;

  @Override
  void measure(Workplace workplace, Report report) throws Exception {
    Path directory = workplace.fresh("store");
    report.line("The head after %,d pairs at depth %d:", pairs, depth);
    try (MessageStore store = LevelDbMessageStore.open(directory, StoreOptions.DEFAULT)) {
      tell(report, "head_during", work(store));
      Histogram after = readHead(store);
      tell(report, "head_after", after);
      report.atMost("head_after_p99", millis(after, 99), MUST_BE_WITHIN_MILLIS, "ms");
    }
    try (MessageStore store = LevelDbMessageStore.open(directory, StoreOptions.DEFAULT)) {
      long begin = System.nanoTime();
      store.browse(QUEUE, PageRequest.first(1));
      report.figure("head_first_read_after_reopen", (System.nanoTime() - begin) / 1e6, "ms");
      Histogram reopened = readHead(store);
      tell(report, "head_reopened", reopened);
      report.atMost("head_reopened_p99", millis(reopened, 99), MUST_BE_WITHIN_MILLIS, "ms");
    }
  }

  /** Sends and takes; looks at the head now and then. */
  private Histogram work(MessageStore store) {
    Histogram nanos = new Histogram(3);
    Load load = new Load(store, QUEUE, new Payload(bodyBytes), 20);
    long every = Math.max(1, pairs / reads);
    for (long number = 1; number <= pairs; number++) {
      long sequence = load.send();
      if (sequence > depth) {
        load.acknowledge(sequence - depth);
      }
      if (number > depth && number % every == 0) {
        timeHead(store, nanos);
      }
    }
    load.settle();
    return nanos;
  }

  private Histogram readHead(MessageStore store) {
    Histogram nanos = new Histogram(3);
    for (int i = 0; i < reads; i++) {
      timeHead(store, nanos);
    }
    return nanos;
  }

  private static void timeHead(MessageStore store, Histogram nanos) {
    long begin = System.nanoTime();
    int found = store.browse(QUEUE, PageRequest.first(1)).items().size();
    nanos.recordValue(System.nanoTime() - begin);
    if (found > 1) {
      throw new IllegalStateException("asked for one message, given " + found);
    }
  }

  private static void tell(Report report, String name, Histogram nanos) {
    report.line(
        "  %-20s p50 %.4f  p99 %.4f  p99.9 %.4f  max %.3f ms, %d reads",
        name,
        millis(nanos, 50),
        millis(nanos, 99),
        millis(nanos, 99.9),
        millis(nanos, 100),
        nanos.getTotalCount());
    report.figure(name + "_p50", millis(nanos, 50), "ms");
    report.figure(name + "_max", millis(nanos, 100), "ms");
  }

  private static double millis(Histogram nanos, double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e6;
  }
}
