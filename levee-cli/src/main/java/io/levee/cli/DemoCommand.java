package io.levee.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "demo",
    description = {
      "Kills a broker while durable messages are sent and received, and counts what was lost.",
      "Its last line is 'sent=<n> received=<n> lost=<n> duplicated=<n>'."
    },
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {

  @Option(
      names = "--messages",
      converter = Counts.class,
      defaultValue = "100000",
      description = "How many messages to send (default: ${DEFAULT-VALUE}).")
  private int messages;

  @Option(
      names = "--size",
      converter = BodySizes.class,
      defaultValue = "1kb",
      description = "The bytes of each body (default: ${DEFAULT-VALUE}).")
  private int size;

  @Option(
      names = "--producers",
      converter = Counts.class,
      defaultValue = "16",
      description = "How many connections send at the same time (default: ${DEFAULT-VALUE}).")
  private int producers;

  @Option(
      names = "--consumers",
      converter = Counts.class,
      defaultValue = "4",
      description = "How many connections receive at the same time (default: ${DEFAULT-VALUE}).")
  private int consumers;

  @Option(
      names = "--kills",
      converter = Counts.OrNone.class,
      defaultValue = "1",
      description = "How often the broker is killed (default: ${DEFAULT-VALUE}).")
  private int kills;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description =
          "A new or empty directory for the store, which is kept (default: a temporary one).")
  private Path directory;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    DemoPlan plan = new DemoPlan(messages, size, producers, consumers, kills);
    Path place = directory == null ? Files.createTempDirectory("levee-demo-") : prepare(directory);
    spec.commandLine()
        .getOut()
        .printf(
            "%s of %s, %s, %s, %s%n",
            Plural.of(messages, "durable message"),
            Plural.of(size, "byte"),
            Plural.of(producers, "producer"),
            Plural.of(consumers, "consumer"),
            Plural.of(kills, "kill"));
    boolean good = new Demo(plan, place, spec.commandLine().getOut()).run();
    if (good && directory == null) {
      delete(place);
    }
    return good ? Exit.DONE : Exit.BAD;
  }

  /** What lies in the store already would be received too. */
  private static Path prepare(Path directory) throws IOException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new IOException(directory + " is not a directory");
    }
    Files.createDirectories(directory);
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new IOException(directory + " is not empty");
      }
    }
    return directory;
  }

  private static void delete(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(directory)) {
      files = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
