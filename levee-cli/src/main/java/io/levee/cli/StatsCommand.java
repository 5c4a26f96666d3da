package io.levee.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.levee.cli.StoreFigures.Place;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "stats",
    description = "Shows what is in a store that no broker has open.",
    mixinStandardHelpOptions = true)
final class StatsCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      defaultValue = "levee-data",
      description = "The directory of the broker or of the store (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Option(names = "--json", description = "Print it as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    StoreFigures figures =
        StoreFigures.of(StorePlace.in(directory, spec.commandLine().getErr()::println));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          new ObjectMapper()
              .enable(SerializationFeature.INDENT_OUTPUT)
              .writeValueAsString(figures));
    } else {
      print(figures, out);
    }
    return Exit.DONE;
  }

  private static void print(StoreFigures figures, PrintWriter out) {
    out.printf("store        %s%n", figures.directory());
    out.printf("messages     %,d of %,d bytes%n", figures.messageCount(), figures.messageBytes());
    out.printf("disk         %,d bytes%n", figures.diskBytes());
    figures.disk().forEach((use, bytes) -> out.printf("  %-14s %,16d%n", use, bytes));
    figures.destinations().forEach(place -> print(place, out));
  }

  private static void print(Place place, PrintWriter out) {
    out.printf(
        "%-12s %s: %,d of %,d bytes, %,d ever%n",
        place.kind(),
        place.name(),
        place.messageCount(),
        place.messageBytes(),
        place.lastSequence());
    place
        .subscriptions()
        .forEach(
            each ->
                out.printf(
                    "  subscription %s: %,d of %,d bytes pending%n",
                    each.name(), each.pendingCount(), each.pendingBytes()));
    place
        .deadLettersByOrigin()
        .forEach((origin, count) -> out.printf("  from %s: %,d%n", origin, count));
  }
}
