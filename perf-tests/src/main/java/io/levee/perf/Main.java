package io.levee.perf;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code levee-perf}: one subcommand for each scenario. */
@Command(
    name = "levee-perf",
    description = "Measures the store, alone and against the store that ActiveMQ brings.",
    mixinStandardHelpOptions = true,
    subcommands = {
      SyncSends.class,
      HeadLatency.class,
      OpenTime.class,
      Reclaim.class,
      FlatHeap.class,
      XaTransactions.class,
      Branches.class,
      Bench.class
    })
final class Main {

  private Main() {}

  /** Ends with 0 when what must hold did, with {@link Scenario#NOT_HELD} when it did not. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true).execute(arguments);
  }
}
