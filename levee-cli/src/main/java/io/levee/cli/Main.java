package io.levee.cli;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code levee} command: reads the command line and runs one of its subcommands. */
@Command(
    name = "levee",
    description = "Runs a broker on a Levee store, tries it out, and looks into a store.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      DemoCommand.class,
      BrokerCommand.class,
      SendCommand.class,
      ReceiveCommand.class,
      StatsCommand.class,
      CheckCommand.class,
      XaCommand.class
    },
    footer = {
      "",
      "Exit status: 0 done, 1 done with a bad result (damage, a loss, too few messages, a broker",
      "that went away in the middle), 2 wrong command line, 3 could not be done."
    })
final class Main implements Callable<Integer> {

  /** What {@code simplelogger.properties} switches off. */
  private static final List<String> SILENCED =
      List.of(
          "org.apache.activemq.broker.BrokerService",
          "org.apache.activemq.transport.failover.FailoverTransport");

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show what the broker and the store log, and stack traces of errors.")
  private boolean verbose;

  @Spec private CommandSpec spec;

  private Main() {}

  /** The program. */
  public static void main(String[] args) {
    // The client and the broker leave threads behind that would keep the process up for a while.
    System.exit(commandLine().execute(args));
  }

  /** The command with its subcommands; it prints to the standard outputs unless told otherwise. */
  static CommandLine commandLine() {
    Main main = new Main();
    CommandLine levee =
        new CommandLine(main)
            .setExecutionStrategy(main::execute)
            .setParameterExceptionHandler(Main::explain)
            .setExecutionExceptionHandler(main::report)
            .setCaseInsensitiveEnumValuesAllowed(true);
    // The name of a branch may begin with a minus, and is no option then.
    CommandLine xa = levee.getSubcommands().get("xa");
    Stream.of("show", "commit", "rollback", "forget")
        .map(xa.getSubcommands()::get)
        .forEach(takesNames -> takesNames.setUnmatchedOptionsArePositionalParams(true));
    return levee;
  }

  /** Without a subcommand there is nothing to do but to say which there are. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return Exit.USAGE;
  }

  private int execute(ParseResult parsed) {
    if (verbose) {
      // Read by the logging library when the first logger is made, which is later than this.
      System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
      SILENCED.forEach(name -> System.setProperty("org.slf4j.simpleLogger.log." + name, "info"));
    }
    return new RunLast().execute(parsed);
  }

  private static int explain(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().printf("%s: %s (%s --help shows the options)%n", name, firstLine(e), name);
    return Exit.USAGE;
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private int report(Exception e, CommandLine command, ParseResult parsed) {
    String name = command.getCommandSpec().qualifiedName();
    boolean brokenOff = e instanceof BrokenOff;
    command.getErr().printf("%s: %s%n", name, brokenOff ? e.getMessage() : ErrorLine.of(e));
    if (verbose) {
      e.printStackTrace(command.getErr());
    }
    return brokenOff ? Exit.BAD : Exit.FAILED;
  }

  /** The version that stands in the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"levee " + (version == null ? "(not packaged)" : version)};
    }
  }
}
