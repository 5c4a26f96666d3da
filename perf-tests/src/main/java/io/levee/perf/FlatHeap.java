package io.levee.perf;

import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreOptions;
import io.levee.store.Destination;
import io.levee.store.MessageStore;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.StoredMessage;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Whether memory is independent of what waits. Measured in a small process of its own. */
@Command(name = "flat-heap", description = "Memory while very many messages wait.")
final class FlatHeap extends Scenario {

  private static final Destination QUEUE = Destination.queue("orders");
  private static final double MUST_GROW_BY_LESS_MB = 8;

  @Option(names = "--messages", description = "Messages that wait.", defaultValue = "1000000")
  private long messages;

  @Option(names = "--bytes", description = "Bytes in each body.", defaultValue = "1024")
  private int bodyBytes;

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
    List<String> command =
        new ArrayList<>(
            List.of(
                "flat-heap",
                "--here",
                "--dir=" + directory(),
                "--messages=" + messages,
                "--bytes=" + bodyBytes));
    json().ifPresent(file -> command.add("--json=" + file));
    return command;
  }

  private void measureHere(Workplace workplace, Report report) {
    report.line("A heap of at most %,d MiB", Runtime.getRuntime().maxMemory() >> 20);
    Path directory = workplace.fresh("store");
    try (MessageStore store = LevelDbMessageStore.open(directory, StoreOptions.DEFAULT)) {
      Payload payload = new Payload(bodyBytes);
      double few = fillTo(messages / 10, store, payload, report);
      fillTo(messages / 2, store, payload, report);
      double all = fillTo(messages, store, payload, report);
      report.atMost("heap_growth", all - few, MUST_GROW_BY_LESS_MB, "MB");
      long begin = System.nanoTime();
      report.figure("drained", (double) drain(store), "messages");
      report.figure("drained_in", (System.nanoTime() - begin) / 1e9, "s");
      report.figure("heap_drained", usedHeapMb(), "MB");
    }
  }

  private static double fillTo(long count, MessageStore store, Payload payload, Report report) {
    long stored = store.find(QUEUE).map(info -> info.messageCount()).orElse(0L);
    Load.fill(store, QUEUE, payload, count - stored);
    double used = usedHeapMb();
    report.figure("heap_at_" + count, used, "MB");
    return used;
  }

  private static long drain(MessageStore store) {
    long drained = 0;
    Load load = new Load(store, QUEUE, new Payload(0), 100);
    long after = 0;
    Page<StoredMessage> page;
    do {
      page = store.browse(QUEUE, PageRequest.after(after, 1_000));
      for (StoredMessage message : page.items()) {
        after = message.position().sequence();
        load.acknowledge(after);
        drained++;
      }
    } while (page.more());
    load.settle();
    return drained;
  }

  /** What is still used after a collection. */
  private static double usedHeapMb() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
  }
}
