package io.levee.perf;

import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreOptions;
import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.MessageStore;
import io.levee.store.PageRequest;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * How long a store with a backlog takes to open, against one without.
 *
 * <p>Opening reads the log of what the last session wrote at its end, which depends on that session
 * and not on the backlog. So the two are compared twice: after a session that did nothing, and
 * after one that sent and took the same number of messages in both.
 */
@Command(name = "open-time", description = "Opening with a backlog, against without.")
final class OpenTime extends Scenario {

  private static final Destination QUEUE = Destination.queue("orders");
  private static final double MUST_BE_WITHIN_TIMES = 2;
  private static final StoreOptions NO_HOUSEKEEPING =
      StoreOptions.DEFAULT.withHousekeepingIntervalMillis(0);

  @Option(names = "--messages", description = "Messages that wait.", defaultValue = "1000000")
  private long messages;

  @Option(names = "--bytes", description = "Bytes in each body.", defaultValue = "1024")
  private int bodyBytes;

  @Option(
      names = "--traffic",
      description = "Messages in each session before a busy opening.",
      defaultValue = "10000")
  private long traffic;

  @Option(names = "--rounds", description = "Openings of each.", defaultValue = "15")
  private int rounds;

  @Override
  void measure(Workplace workplace, Report report) throws Exception {
    Payload payload = new Payload(bodyBytes);
    Path empty = workplace.fresh("empty");
    Path full = workplace.fresh("full");
    session(empty, payload, 0);
    try (MessageStore store = LevelDbMessageStore.open(full, StoreOptions.DEFAULT)) {
      Load.fill(store, QUEUE, payload, messages);
    }
    report.figure("open_first_after_fill", millisToOpen(full), "ms");
    compare("quiet", 0, empty, full, payload, report);
    compare("busy", traffic, empty, full, payload, report);
  }

  private void compare(
      String name, long sent, Path empty, Path full, Payload payload, Report report) {
    Samples withoutBacklog = new Samples();
    Samples withBacklog = new Samples();
    for (int round = 0; round < rounds; round++) {
      session(empty, payload, sent);
      session(full, payload, sent);
      withoutBacklog.add(millisToOpen(empty));
      withBacklog.add(millisToOpen(full));
    }
    report.figure("open_empty_" + name, withoutBacklog.median(), "ms");
    report.figure("open_full_" + name, withBacklog.median(), "ms");
    report.atMost(
        "open_full_to_empty_" + name,
        withBacklog.median() / withoutBacklog.median(),
        MUST_BE_WITHIN_TIMES,
        "times");
  }

  /**
   * A session that leaves as many messages as it found: it sends some and then takes the oldest, so
   * that what is taken was written. It does no housekeeping, which would leave a shorter log in one
   * store than in the other.
   */
  private static void session(Path directory, Payload payload, long sent) {
    try (MessageStore store = LevelDbMessageStore.open(directory, NO_HOUSEKEEPING)) {
      Load load = new Load(store, QUEUE, payload, 50);
      DestinationInfo before = store.find(QUEUE).orElseThrow();
      long oldest = before.lastSequence() - before.messageCount() + 1;
      for (long i = 0; i < sent; i++) {
        load.send();
      }
      for (long i = 0; i < sent; i++) {
        load.acknowledge(oldest + i);
      }
      load.settle();
    }
  }

  /** Until the first message could be read. */
  private static double millisToOpen(Path directory) {
    long begin = System.nanoTime();
    try (MessageStore store = LevelDbMessageStore.open(directory, StoreOptions.DEFAULT)) {
      store.browse(QUEUE, PageRequest.first(1));
      return (System.nanoTime() - begin) / 1e6;
    }
  }
}
