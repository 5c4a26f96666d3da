package io.levee.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.levee.store.BranchInfo.State;
import io.levee.store.DtxStore;
import io.levee.store.MessageStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "list",
    description = "Lists the branches in doubt, and those that an operator ended.",
    mixinStandardHelpOptions = true)
final class XaListCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      defaultValue = "levee-data",
      description = "The directory of the broker or of the store (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Option(names = "--json", description = "Print them as a JSON array.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    StorePlace place = StorePlace.in(directory, spec.commandLine().getErr()::println);
    PrintWriter out = spec.commandLine().getOut();
    try (MessageStore store = place.open()) {
      if (json) {
        printJson(store.dtx(), out);
      } else {
        print(store.dtx(), place.path(), out);
      }
    }
    return Exit.DONE;
  }

  private static void print(DtxStore branches, Path path, PrintWriter out) {
    long now = System.currentTimeMillis();
    BranchPages.forEach(branches, branch -> out.println(BranchLine.of(branch, now)));
    long inDoubt = BranchPages.count(branches, branch -> branch.state() == State.PREPARED);
    long all = BranchPages.count(branches, branch -> true);
    out.println(
        all == 0
            ? "no branches in " + path
            : "%s in %s: %,d in doubt, %,d ended by an operator"
                .formatted(Plural.ofBranches(all), path, inDoubt, all - inDoubt));
  }

  private static void printJson(DtxStore branches, PrintWriter out) throws IOException {
    ObjectMapper mapper =
        new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    try (SequenceWriter array = mapper.writer().writeValuesAsArray(out)) {
      for (BranchPages pages = new BranchPages(branches); pages.hasNext(); ) {
        array.write(BranchFigures.of(pages.next()));
      }
    }
    out.println();
  }
}
