package io.levee.perf;

import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreOptions;
import io.levee.store.BranchId;
import io.levee.store.BranchInfo;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DtxStore;
import io.levee.store.MessageStore;
import io.levee.store.Page;
import io.levee.store.Position;
import io.levee.store.StoreTransaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A store that a transaction manager left with very many branches in doubt: how long it takes to
 * open, and how long to tell which there are. Every second branch would store a message, the others
 * hold one that is stored. In a process of its own, for a page that a collection of garbage falls
 * into takes as long as that does, and a large heap makes it long.
 */
@Command(name = "branches", description = "Opening and listing very many branches in doubt.")
final class Branches extends Scenario {

  private static final Destination QUEUE = Destination.queue("orders");
  private static final double OPENS_WITHIN_MILLIS = 10_000;
  private static final double PAGE_WITHIN_MILLIS = 100;

  @Option(names = "--branches", description = "Branches in doubt.", defaultValue = "100000")
  private int branches;

  @Option(names = "--bytes", description = "Bytes in each body.", defaultValue = "1024")
  private int bodyBytes;

  @Option(names = "--page", description = "Branches in a page.", defaultValue = "1000")
  private int page;

  @Option(names = "--threads", description = "Threads that prepare.", defaultValue = "64")
  private int threads;

  @Option(names = "--rounds", description = "Openings of each.", defaultValue = "7")
  private int rounds;

  @Option(names = "--heap", description = "Heap of the process.", defaultValue = "256m")
  private String heap;

  @Option(names = "--here", description = "Measures in this process, not in one of its own.")
  private boolean here;

  @Override
  void measure(Workplace workplace, Report report) throws Exception {
    if (here) {
      measureHere(workplace, report);
    } else {
      report.partEnded(Fork.run(heap, commandForFork()));
    }
  }

  private List<String> commandForFork() {
    List<String> command = new ArrayList<>(List.of("branches", "--here", "--dir=" + directory()));
    command.addAll(List.of("--branches=" + branches, "--bytes=" + bodyBytes, "--page=" + page));
    command.addAll(List.of("--threads=" + threads, "--rounds=" + rounds));
    json().ifPresent(file -> command.add("--json=" + file));
    return command;
  }

  private void measureHere(Workplace workplace, Report report) throws Exception {
    Path empty = workplace.fresh("empty");
    Path full = workplace.fresh("full");
    open(empty).close();
    long begin = System.nanoTime();
    fill(full);
    report.figure("branches_filled_in", millisSince(begin) / 1e3, "s");
    Samples opensEmpty = new Samples();
    Samples opensFull = new Samples();
    Samples pages = new Samples();
    for (int round = 0; round < rounds; round++) {
      opensEmpty.add(openAndList(empty, new Samples(), 0));
      opensFull.add(openAndList(full, pages, branches));
    }
    report.figure("branches_open_empty", opensEmpty.median(), "ms");
    report.figure("branches_open_to_empty", opensFull.median() / opensEmpty.median(), "times");
    report.figure("branches_open_median", opensFull.median(), "ms");
    report.atMost("branches_open_max", opensFull.max(), OPENS_WITHIN_MILLIS, "ms");
    report.figure("branches_page_median", pages.median(), "ms");
    report.atMost("branches_page_max", pages.max(), PAGE_WITHIN_MILLIS, "ms");
  }

  private static MessageStore open(Path directory) {
    return LevelDbMessageStore.open(directory, StoreOptions.DEFAULT);
  }

  private void fill(Path directory) throws Exception {
    Payload payload = new Payload(bodyBytes);
    try (MessageStore store = open(directory)) {
      int destination = store.declare(QUEUE).id();
      Load.fill(store, QUEUE, payload, branches / 2);
      inThreads(
          number -> {
            StoreTransaction work = store.begin();
            if (number % 2 == 0) {
              work.enqueue(QUEUE, payload.message(number));
            } else {
              work.acknowledge(new Position(destination, 0, number / 2 + 1));
            }
            store.dtx().prepare(branch(number), work);
          });
    }
  }

  /** A prepare is synced, so that many must wait at the same time for it to go fast. */
  private void inThreads(LongConsumer prepare) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<?>> parts = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int first = thread;
      parts.add(
          pool.submit(
              () -> {
                for (int number = first; number < branches; number += threads) {
                  prepare.accept(number);
                }
              }));
    }
    pool.shutdown();
    for (Future<?> part : parts) {
      part.get();
    }
  }

  /** As a transaction manager names them: long, and alike in front. */
  private static BranchId branch(long number) {
    String global = "0:ffff7f000001:a7c5:674bf09e:%08x".formatted(number);
    return new BranchId(131_077, Bytes.utf8(global), Bytes.utf8(global + ":1"));
  }

  /** Opens the store and lists every branch; answers how many milliseconds the opening took. */
  private double openAndList(Path directory, Samples pages, int expected) {
    long begin = System.nanoTime();
    try (MessageStore store = open(directory)) {
      final double opened = millisSince(begin);
      int listed = list(store.dtx(), pages);
      if (listed != expected) {
        throw new IllegalStateException(listed + " branches are listed and not " + expected);
      }
      return opened;
    }
  }

  private int list(DtxStore dtx, Samples pages) {
    int listed = 0;
    long after = 0;
    Page<BranchInfo> found;
    do {
      long begin = System.nanoTime();
      found = dtx.list(after, page);
      pages.add(millisSince(begin));
      listed += found.items().size();
      after = listed == 0 ? 0 : found.items().get(found.items().size() - 1).number();
    } while (found.more());
    return listed;
  }

  private static double millisSince(long nanoTime) {
    return (System.nanoTime() - nanoTime) / 1e6;
  }
}
