package io.levee.cli;

import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import io.levee.leveldb.StoreCheck;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "check",
    description = "Checks every record of a store that no broker has open; repairs nothing.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit status: 0 the store is sound, 1 it is damaged, 2 wrong command line,",
      "3 it could not be checked."
    })
final class CheckCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      defaultValue = "levee-data",
      description = "The directory of the broker or of the store (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    StorePlace place = StorePlace.in(directory, spec.commandLine().getErr()::println);
    List<String> faults = faults(place);
    PrintWriter out = spec.commandLine().getOut();
    faults.forEach(out::println);
    out.println(
        (faults.isEmpty() ? "no faults" : Plural.of(faults.size(), "fault"))
            + " in "
            + place.path());
    return faults.isEmpty() ? Exit.DONE : Exit.BAD;
  }

  /** The faults of a store. One that is too damaged to be opened has at least that fault. */
  static List<String> faults(StorePlace place) throws Exception {
    try (Engine engine = place.openEngine()) {
      return StoreCheck.faults(engine);
    } catch (EngineException e) {
      if (e.code() != EngineException.Code.CORRUPT) {
        throw e;
      }
      return List.of(e.detail());
    }
  }
}
