package io.levee.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Another Java process on the class path of this one, to be talked to in lines, and killed.
 *
 * <p>Both of its outputs are read as one, and what was read is kept: when the process does not do
 * what the test waits for, the failure shows all of it, a crash report of the virtual machine
 * included. Used by one thread.
 */
public final class ForkedJvm implements AutoCloseable {

  private static final long EXIT_SECONDS = 60;

  private final Process process;
  private final BufferedReader output;
  private final Writer input;
  private final List<String> seen = new ArrayList<>();

  private ForkedJvm(Process process) {
    this.process = process;
    this.output = process.inputReader(UTF_8);
    this.input = process.outputWriter(UTF_8);
  }

  /** Starts {@code main} with {@code args}. */
  public static ForkedJvm start(Class<?> main, String... args) throws IOException {
    return start(List.of(), main, args);
  }

  /** Starts {@code main} with {@code args} on a virtual machine with {@code jvmArgs}. */
  public static ForkedJvm start(List<String> jvmArgs, Class<?> main, String... args)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-ea", "-XX:TieredStopAtLevel=1", "-XX:+ErrorFileToStdout"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(jvmArgs);
    command.add(main.getName());
    command.addAll(List.of(args));
    return new ForkedJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** The process id. */
  public long pid() {
    return process.pid();
  }

  /** The next line that begins with {@code prefix}, without it; other lines are passed over. */
  public String awaitLine(String prefix) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      seen.add(line);
      if (line.startsWith(prefix)) {
        return line.substring(prefix.length());
      }
    }
    throw new AssertionError(
        "the process ended without a line that begins with \"" + prefix + "\": " + all());
  }

  /** Sends one line to the standard input of the process. */
  public void sendLine(String line) throws IOException {
    input.write(line + "\n");
    input.flush();
  }

  /**
   * Kills the process as {@code kill -9} does, and waits until it is gone. What it had printed can
   * still be read.
   */
  public void kill() {
    process.toHandle().destroyForcibly(); // the process's own method throws its output away
    exitCode();
  }

  /** Reads on to the end of the output; all lines, the earlier ones included. */
  public List<String> readAll() throws IOException {
    output.lines().forEach(seen::add);
    return List.copyOf(seen);
  }

  /** Waits for the process to end; what it ended with. */
  public int exitCode() {
    try {
      if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the process does not end: " + all());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a process", e);
    }
  }

  /** Kills the process if it still runs. */
  @Override
  public void close() {
    kill();
  }

  private String all() {
    return String.join("\n", seen);
  }
}
