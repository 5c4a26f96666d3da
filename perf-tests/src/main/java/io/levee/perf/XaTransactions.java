package io.levee.perf;

import io.levee.perf.Contender.Name;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Distributed transactions over two brokers with JMS clients, with both phases, in turn. */
@Command(
    name = "xa-transactions",
    description = "Distributed transactions against KahaDB, in alternating rounds.")
final class XaTransactions extends Scenario {

  private static final double MUST_NOT_BE_SLOWER = 1;

  @Option(names = "--threads", description = "Clients.", defaultValue = "8")
  private int threads;

  @Option(names = "--bytes", description = "Bytes in each body.", defaultValue = "1024")
  private int bodyBytes;

  @Option(
      names = "--rounds",
      description = "Measured rounds, after one that is not.",
      defaultValue = "5")
  private int rounds;

  @Option(names = "--seconds", description = "Length of each turn.", defaultValue = "5")
  private double seconds;

  @Option(
      names = "--rest",
      description = "Seconds without work before each turn: nobody pays for another's compactions.",
      defaultValue = "1")
  private double rest;

  @Override
  void measure(Workplace workplace, Report report) throws Exception {
    Payload payload = new Payload(bodyBytes);
    try (Contender kahaDb = Contender.open(Name.KAHADB_XA, workplace, payload);
        Contender levee = Contender.open(Name.LEVEE_XA, workplace, payload)) {
      report.line("%d clients, bodies of %d bytes, transactions a second:", threads, bodyBytes);
      kahaDb.warmUp(threads, seconds);
      levee.warmUp(threads, seconds);
      Samples ratio = new Samples();
      for (int round = 1; round <= rounds; round++) {
        turn(round, kahaDb, report);
        turn(round, levee, report);
        ratio.add(levee.lastTurnAgainst(kahaDb));
      }
      kahaDb.tell(report);
      levee.tell(report);
      report.atLeast("levee_xa_to_kahadb_xa", ratio.median(), MUST_NOT_BE_SLOWER, "times");
    }
  }

  private void turn(int round, Contender contender, Report report) throws Exception {
    TimeUnit.MILLISECONDS.sleep((long) (rest * 1_000));
    report.line("  round %d  %s", round, contender.run(threads, seconds));
  }
}
