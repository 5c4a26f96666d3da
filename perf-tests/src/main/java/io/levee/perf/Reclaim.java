package io.levee.perf;

import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreOptions;
import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.MessageStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Whether disk use follows what is stored: nearly everything that was sent is taken, and single
 * messages are left all over it. Nobody calls for a compaction; the store does it by itself.
 */
@Command(
    name = "reclaim",
    description = "Disk space after nearly everything that was sent was taken.")
final class Reclaim extends Scenario {

  private static final Destination QUEUE = Destination.queue("orders");
  private static final long ALLOWANCE_BYTES = 64L << 20;
  private static final int ALLOWED_TIMES_LIVE = 3;
  private static final long STEP_NANOS = 1_000_000_000;

  @Option(names = "--messages", description = "Messages sent.", defaultValue = "1048576")
  private long messages;

  @Option(names = "--bytes", description = "Bytes in each body.", defaultValue = "1024")
  private int bodyBytes;

  @Option(names = "--keep-one-in", description = "Messages left.", defaultValue = "1000")
  private int keepOneIn;

  @Option(names = "--depth", description = "Messages that wait.", defaultValue = "1000")
  private int depth;

  @Option(
      names = "--reopen",
      description =
          "Nothing is given back before the store was closed and opened, as after a crash.")
  private boolean reopen;

  @Option(names = "--within", description = "Seconds until then.", defaultValue = "60")
  private int withinSeconds;

  @Override
  void measure(Workplace workplace, Report report) throws Exception {
    Path directory = workplace.fresh("store");
    StoreOptions untilReopened = StoreOptions.DEFAULT.withHousekeepingIntervalMillis(0);
    try (MessageStore store =
        LevelDbMessageStore.open(directory, reopen ? untilReopened : StoreOptions.DEFAULT)) {
      report.figure("disk_empty_store", Workplace.bytesIn(directory) / 1e6, "MB");
      report.figure("disk_most_while_working", sendAndTake(store, directory) / 1e6, "MB");
      if (!reopen) {
        watch(store, directory, report);
      }
    }
    if (reopen) {
      try (MessageStore store = LevelDbMessageStore.open(directory, StoreOptions.DEFAULT)) {
        watch(store, directory, report);
      }
    }
  }

  /** Answers the most disk space that was seen meanwhile. */
  private long sendAndTake(MessageStore store, Path directory) throws IOException {
    long most = 0;
    Load load = new Load(store, QUEUE, new Payload(bodyBytes), 20);
    for (long number = 1; number <= messages + depth; number++) {
      if (number <= messages) {
        load.send();
      }
      long taken = number - depth;
      if (taken > 0 && taken % keepOneIn != 0) {
        load.acknowledge(taken);
      }
      if (number % 50_000 == 0) {
        most = Math.max(most, Workplace.bytesIn(directory));
      }
    }
    load.settle();
    return most;
  }

  private void watch(MessageStore store, Path directory, Report report) throws IOException {
    DestinationInfo left = store.find(QUEUE).orElseThrow();
    report.line(
        "%,d messages sent, %,d (%,d bytes) left",
        messages, left.messageCount(), left.messageBytes());
    long allowed = ALLOWED_TIMES_LIVE * left.messageBytes() + ALLOWANCE_BYTES;
    long begin = System.nanoTime();
    double heldAfter = Double.NaN;
    long bytes = Workplace.bytesIn(directory);
    for (int second = 0; second <= withinSeconds; second++) {
      if (second <= 10 || second % 5 == 0) {
        report.line("  after %2d s: %,14d bytes on disk", second, bytes);
      }
      if (Double.isNaN(heldAfter) && bytes <= allowed) {
        heldAfter = (System.nanoTime() - begin) / 1e9;
      }
      waitUntil(begin + (second + 1) * STEP_NANOS);
      bytes = Workplace.bytesIn(directory);
    }
    report.figure("disk_within_bound_after", heldAfter, "s");
    report.atMost("disk_at_the_end", bytes / 1e6, allowed / 1e6, "MB");
  }

  private static void waitUntil(long nanoTime) {
    long left = nanoTime - System.nanoTime();
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = nanoTime - System.nanoTime();
    }
  }
}
