package io.levee.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** Runs the command in this process and keeps what it prints. */
final class Levee {

  /**
   * What a run printed and ended with.
   *
   * @param status the exit status
   * @param out the lines on the standard output
   * @param err the lines on the standard error
   */
  record Result(int status, List<String> out, List<String> err) {

    String text() {
      return String.join("\n", out);
    }

    String lastLine() {
      return out.get(out.size() - 1);
    }
  }

  private Levee() {}

  static Result run(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] texts = List.of(args).stream().map(String::valueOf).toArray(String[]::new);
    int status =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(texts);
    return new Result(status, out.toString().lines().toList(), err.toString().lines().toList());
  }
}
