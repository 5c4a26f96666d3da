package io.levee.perf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** This command in a process of its own, with a heap of its own. */
final class Fork {

  private Fork() {}

  /** Runs it, with what it prints between what we print, and answers how it ended. */
  static int run(String heap, List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heap);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    command.addAll(arguments);
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }
}
