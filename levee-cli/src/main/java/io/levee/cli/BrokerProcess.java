package io.levee.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code levee broker} in a process of its own, which can be killed. */
final class BrokerProcess implements AutoCloseable {

  private static final Pattern READY =
      Pattern.compile("levee broker ready on (tcp://\\S+:(\\d+)).*");
  private static final int FIRST_JAVA_THAT_ASKS_FOR_NATIVE_ACCESS = 24;
  private static final int EXIT_SECONDS = 60;

  private final Process process;
  private final String address;
  private final int port;

  private BrokerProcess(Process process, Matcher ready) {
    this.process = process;
    this.address = ready.group(1);
    this.port = Integer.parseInt(ready.group(2));
  }

  /** Starts a broker and returns when it takes connections; port 0 for a free one. */
  static BrokerProcess start(Path directory, int port) throws IOException {
    Path log = directory.resolve("broker.log");
    Process process =
        new ProcessBuilder(command(directory, port))
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    BufferedReader output = process.inputReader(UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher ready = READY.matcher(line);
      if (ready.matches()) {
        return new BrokerProcess(process, ready);
      }
    }
    throw new IOException("the broker does not start: " + lastLine(log));
  }

  private static List<String> command(Path directory, int port) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // It lives for seconds: compiling its code twice would cost more than it gains.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    if (Runtime.version().feature() >= FIRST_JAVA_THAT_ASKS_FOR_NATIVE_ACCESS) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("broker", "--directory", directory.toString()));
    command.addAll(List.of("--port", String.valueOf(port), "--stop-with-stdin"));
    return command;
  }

  private static String lastLine(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return lines.isEmpty() ? "it says nothing" : lines.get(lines.size() - 1);
  }

  String address() {
    return address;
  }

  int port() {
    return port;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends the process as {@code kill -9} does, and waits until it is gone. */
  void kill() throws IOException, InterruptedException {
    process.destroyForcibly();
    awaitExit();
  }

  /** Stops the broker in order. */
  void stop() throws IOException, InterruptedException {
    process.getOutputStream().close();
    awaitExit();
    if (process.exitValue() != Exit.DONE) {
      throw new IOException("the broker ended with status " + process.exitValue());
    }
  }

  private void awaitExit() throws IOException, InterruptedException {
    if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("the broker's process " + process.pid() + " does not end");
    }
  }

  /** Kills it if it still runs. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
