package io.levee.perf;

import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The benchmarks of single calls. */
@Command(
    name = "bench",
    description = "Benchmarks of single calls.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class Bench implements Callable<Integer> {

  @Parameters(
      paramLabel = "REGEX",
      description = "Which benchmarks.",
      defaultValue = "io\\.levee\\.perf\\..*")
  private String include;

  @Option(names = "--iterations", description = "Measured iterations.", defaultValue = "5")
  private int iterations;

  @Option(names = "--seconds", description = "Length of each.", defaultValue = "2")
  private int seconds;

  @Option(names = "--forks", description = "Processes, one after the other.", defaultValue = "1")
  private int forks;

  @Override
  public Integer call() throws RunnerException {
    new Runner(
            new OptionsBuilder()
                .include(include)
                .forks(forks)
                .warmupIterations(2)
                .warmupTime(TimeValue.seconds(seconds))
                .measurementIterations(iterations)
                .measurementTime(TimeValue.seconds(seconds))
                .build())
        .run();
    return 0;
  }
}
