package io.levee.cli;

import io.levee.cli.StoreBroker.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "broker",
    description = "Runs an ActiveMQ broker on a Levee store until it is stopped.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Ctrl-C and SIGTERM close the store in order; the exit status is then 130 or 143, that of the",
      "signal. 2 is a wrong command line, 3 a broker that did not start or stopped by itself."
    })
final class BrokerCommand implements Callable<Integer> {

  private static final int MAX_PORT = 65_535;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      defaultValue = "levee-data",
      description = "Where the messages are kept (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "The address to listen on (default: ${DEFAULT-VALUE}, this machine only).")
  private String host;

  @Option(
      names = "--port",
      defaultValue = "61616",
      description = "The port for OpenWire; 0 for a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--memory-limit",
      paramLabel = "SIZE",
      converter = SizeConverter.NotZero.class,
      description = "Memory for messages, such as 256mb (default: 60 %% of the heap).")
  private Long memoryLimitBytes;

  @Option(
      names = "--store-limit",
      paramLabel = "SIZE",
      converter = SizeConverter.NotZero.class,
      description = "Disk for the store: producers wait at it (default: what is free).")
  private Long storeLimitBytes;

  @Option(
      names = "--disk-reserve",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      defaultValue = "512mb",
      description =
          "Disk to leave free: at it sends are refused, acknowledgements are not"
              + " (default: ${DEFAULT-VALUE}).")
  private long diskReserveBytes;

  @Option(names = "--jmx", description = "Register the broker's management beans.")
  private boolean jmx;

  @Option(
      names = "--no-wait",
      description = "Fail when another broker has the directory, instead of taking over from it.")
  private boolean noWait;

  @Option(
      names = "--stop-with-stdin",
      hidden = true,
      description = "Stop when the standard input ends, so that a parent leaves no broker behind.")
  private boolean stopWithStdin;

  @Spec private CommandSpec spec;

  private final AtomicBoolean stopping = new AtomicBoolean();

  @Override
  public Integer call() throws Exception {
    requireSensible();
    PrintWriter out = spec.commandLine().getOut();
    Consumer<String> whenLocked = reason -> out.println("levee broker waits as slave: " + reason);
    StoreBroker broker = new StoreBroker(settings(), noWait ? null : whenLocked);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(broker), "levee-stop"));
    if (stopWithStdin) {
      stopWithStdin(broker);
    }
    try {
      broker.start();
      out.printf("levee broker ready on %s, store %s%n", broker.address(), settings().directory());
      broker.awaitStop();
    } catch (IOException e) {
      // Somebody who has lost patience with a start wants to hear no reason.
      if (stopping.compareAndSet(false, true)) {
        throw e;
      }
    }
    if (stopping.compareAndSet(false, true)) {
      throw new IOException("the broker stopped by itself; --verbose shows why");
    }
    return Exit.DONE;
  }

  private void requireSensible() throws IOException {
    if (port < 0 || port > MAX_PORT) {
      throw new ParameterException(
          spec.commandLine(), "a port is from 0 to " + MAX_PORT + ", not " + port);
    }
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new IOException(directory + " is not a directory");
    }
  }

  private Settings settings() {
    return new Settings(
        directory.toAbsolutePath(),
        host,
        port,
        memoryLimitBytes == null ? 0 : memoryLimitBytes,
        storeLimitBytes == null ? 0 : storeLimitBytes,
        diskReserveBytes,
        jmx);
  }

  /** Once: a broker that did not start, or stopped by itself, is left alone. */
  private void stop(StoreBroker broker) {
    if (!stopping.compareAndSet(false, true)) {
      return;
    }
    try {
      broker.stop();
    } catch (Exception e) {
      spec.commandLine().getErr().println("levee broker: " + ErrorLine.of(e));
    }
  }

  private void stopWithStdin(StoreBroker broker) {
    Thread thread =
        new Thread(
            () -> {
              awaitEndOfInput();
              stop(broker);
            },
            "levee-stdin");
    thread.setDaemon(true);
    thread.start();
  }

  private static void awaitEndOfInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // An input that cannot be read has ended too.
    }
  }
}
