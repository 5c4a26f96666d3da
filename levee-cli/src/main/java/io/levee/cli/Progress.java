package io.levee.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Supplier;

/**
 * Says how far work has got: on a terminal in one line that changes, elsewhere in a plain line
 * every few seconds.
 */
final class Progress implements AutoCloseable {

  private static final int BAR_WIDTH = 30;
  private static final String ERASE_LINE = "\r\u001b[K";
  private static final Duration ON_TERMINAL = Duration.ofMillis(200);
  private static final Duration ELSEWHERE = Duration.ofSeconds(3);

  private final PrintWriter out;
  private final boolean terminal;
  private final Supplier<String> text;
  private final Timer timer = new Timer("levee-progress", true);
  private boolean closed;

  /** Shows {@code text} until it is closed. */
  Progress(PrintWriter out, boolean terminal, Supplier<String> text) {
    this.out = out;
    this.terminal = terminal;
    this.text = text;
    long everyMillis = (terminal ? ON_TERMINAL : ELSEWHERE).toMillis();
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            show();
          }
        },
        everyMillis,
        everyMillis);
  }

  /** Whether a person looks at the standard output; the launcher knows, Java does not. */
  static boolean onTerminal() {
    return Boolean.getBoolean("levee.terminal");
  }

  /** A bar for {@code done} of {@code total}. */
  static String bar(long done, long total) {
    int filled = total == 0 ? BAR_WIDTH : (int) (BAR_WIDTH * Math.min(done, total) / total);
    return "[" + "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled) + "]";
  }

  /** Prints a line that stays. */
  synchronized void println(String line) {
    out.println(terminal ? ERASE_LINE + line : line);
  }

  private synchronized void show() {
    if (!closed) {
      out.print(terminal ? ERASE_LINE + text.get() : text.get() + System.lineSeparator());
      out.flush();
    }
  }

  /** Takes the line that changes away. */
  @Override
  public synchronized void close() {
    timer.cancel();
    closed = true;
    if (terminal) {
      out.print(ERASE_LINE);
      out.flush();
    }
  }
}
