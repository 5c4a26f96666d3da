package io.levee.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Sends messages through a broker that is killed meanwhile, and finds out what became of them.
 *
 * <p>The broker is a process of its own and is killed as {@code kill -9} does, while producers wait
 * for confirmations and consumers commit. It starts again on the same directory and port, and the
 * producers and consumers carry on. In the end the broker is stopped, its queue has to be empty and
 * its store without a fault.
 */
final class Demo {

  /** So long nothing may happen before the demonstration gives up. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** After the last message is acknowledged: what comes now is a duplicate. */
  private static final long QUIET_MILLIS = 1_500;

  /** While messages are missing. */
  private static final long MISSING_MILLIS = 15_000;

  private static final long POLL_MILLIS = 2;

  private final DemoPlan plan;
  private final Path directory;
  private final Ledger ledger;
  private final PrintWriter out;
  private final Progress progress;
  private final Crew producers = new Crew();
  private final Crew consumers = new Crew();
  private volatile boolean drained;
  private BrokerProcess broker;

  Demo(DemoPlan plan, Path directory, PrintWriter out) {
    this.plan = plan;
    this.directory = directory;
    this.ledger = new Ledger(plan.messages());
    this.out = out;
    this.progress = new Progress(out, Progress.onTerminal(), this::progressText);
  }

  private String progressText() {
    return String.format(
        Locale.ROOT,
        "%s %,9d sent %s %,9d received",
        Progress.bar(ledger.sentCount(), plan.messages()),
        ledger.sentCount(),
        Progress.bar(ledger.acknowledgedCount(), plan.messages()),
        ledger.acknowledgedCount());
  }

  /** Runs it; answers whether nothing was lost, duplicated or left faulty. */
  boolean run() throws Exception {
    try (progress;
        producers;
        consumers) {
      startBroker(0);
      work();
      broker.stop();
    } finally {
      if (broker != null) {
        broker.close();
      }
    }
    return report();
  }

  private void startBroker(int port) throws IOException {
    Stopwatch watch = new Stopwatch();
    broker = BrokerProcess.start(directory, port);
    progress.println(
        String.format(
            Locale.ROOT,
            "broker ready on %s after %.1f s, store %s",
            broker.address(),
            watch.seconds(),
            directory));
  }

  private void work() throws Exception {
    Stopwatch watch = new Stopwatch();
    for (int producer = 0; producer < plan.producers(); producer++) {
      producers.start(new DemoProducer(plan, ledger, broker.address(), producer));
    }
    for (int consumer = 0; consumer < plan.consumers(); consumer++) {
      consumers.start(new DemoConsumer(plan, ledger, broker.address(), () -> drained));
    }
    for (int kill = 0; kill < plan.kills(); kill++) {
      int sent = plan.killAfter(kill);
      await(() -> ledger.sentCount() >= sent && ledger.acknowledgedCount() > 0);
      killBroker();
    }
    producers.join();
    progress.println("sent " + watch.rate(ledger.sentCount()));
    await(() -> consumedCount() >= plan.messages() || ledger.idleMillis() > MISSING_MILLIS);
    progress.println("received " + watch.rate(consumedCount()));
    await(() -> ledger.idleMillis() > QUIET_MILLIS);
    drained = true;
    consumers.join();
  }

  private void killBroker() throws Exception {
    long sent = ledger.sentCount();
    long acknowledged = ledger.acknowledgedCount();
    broker.kill();
    progress.println(
        String.format(
            Locale.ROOT,
            "broker killed (SIGKILL) after %,d confirmed sends and %,d confirmed acknowledgements",
            sent,
            acknowledged));
    startBroker(broker.port());
  }

  private long consumedCount() {
    return ledger.acknowledgedCount() + ledger.acknowledgedInDoubtCount();
  }

  /** Waits for {@code condition} as long as something goes on and nothing has failed. */
  private void await(BooleanSupplier condition) throws Exception {
    long progressed = -1;
    Stopwatch since = new Stopwatch();
    while (!condition.getAsBoolean()) {
      long now = ledger.sentCount() + ledger.acknowledgedCount();
      if (now != progressed) {
        progressed = now;
        since = new Stopwatch();
      }
      if (!broker.isAlive()) {
        throw new IOException("the broker has died by itself; see " + directory);
      }
      producers.throwFailure();
      consumers.throwFailure();
      if (since.seconds() > PATIENCE.toSeconds()) {
        throw new TimeoutException("nothing happens any more; see " + directory);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private boolean report() throws Exception {
    long lost = ledger.lostCount();
    long duplicated = ledger.duplicatedCount();
    out.printf(
        "acknowledged without the broker's confirmation, and not delivered again: %,d%n",
        ledger.acknowledgedInDoubtCount());
    boolean whole = checkStore();
    out.printf(
        "sent=%d received=%d lost=%d duplicated=%d%n",
        ledger.sentCount(), consumedCount(), lost, duplicated);
    return lost == 0 && duplicated == 0 && whole;
  }

  private boolean checkStore() throws Exception {
    StorePlace place = StorePlace.in(directory, out::println);
    StoreFigures figures = StoreFigures.of(place);
    List<String> faults = CheckCommand.faults(place);
    faults.forEach(out::println);
    out.printf(
        "store checked: %s, %s left, %,d bytes on disk%n",
        Plural.of(faults.size(), "fault"),
        Plural.of(figures.messageCount(), "message"),
        figures.diskBytes());
    return faults.isEmpty() && figures.messageCount() == 0;
  }
}
