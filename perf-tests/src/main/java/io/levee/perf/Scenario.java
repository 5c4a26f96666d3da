package io.levee.perf;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What all scenarios share: where they keep their stores, and how they report. */
@Command(mixinStandardHelpOptions = true, showDefaultValues = true)
abstract class Scenario implements Callable<Integer> {

  /** How a run ends in which a bound was not kept; 1 and 2 are those of a run that failed. */
  static final int NOT_HELD = 3;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Keeps its stores below this directory, and deletes them at the end.",
      defaultValue = "target/levee-perf")
  private Path directory;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also writes the figures to this file.")
  private Optional<Path> json = Optional.empty();

  /** Measures. */
  abstract void measure(Workplace workplace, Report report) throws Exception;

  @Override
  public final Integer call() throws Exception {
    Report report = new Report(System.out);
    try (Workplace workplace = Workplace.below(directory)) {
      measure(workplace, report);
    }
    if (json.isPresent()) {
      report.writeJson(json.get());
    }
    return report.allHeld() ? 0 : NOT_HELD;
  }

  final Optional<Path> json() {
    return json;
  }

  final Path directory() {
    return directory;
  }
}
