package io.levee.perf;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a run found: lines for people as they come, and figures by name for programs.
 *
 * <p>A speed of one machine says little about another, so that a bound is set on ratios, sizes and
 * on times that no machine should need.
 */
final class Report {

  private final PrintStream out;
  private final Map<String, Double> figures = new LinkedHashMap<>();
  private boolean allHeld = true;

  Report(PrintStream out) {
    this.out = out;
  }

  /** A line for people. */
  void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }

  /** A figure that is only told. */
  void figure(String name, double value, String unit) {
    figures.put(name, value);
    line("  %-44s %,16.2f %s", name, value, unit);
  }

  /** A figure that must not be lower than {@code bound}. */
  void atLeast(String name, double value, double bound, String unit) {
    judged(name, value, value >= bound, ">= " + bound, unit);
  }

  /** A figure that must not be higher than {@code bound}. */
  void atMost(String name, double value, double bound, String unit) {
    judged(name, value, value <= bound, "<= " + bound, unit);
  }

  private void judged(String name, double value, boolean held, String bound, String unit) {
    figures.put(name, value);
    allHeld &= held;
    String verdict = held ? "holds" : "DOES NOT HOLD";
    line("* %-44s %,16.2f %s, must be %s: %s", name, value, unit, bound, verdict);
  }

  /** Whether every figure with a bound kept it. */
  boolean allHeld() {
    return allHeld;
  }

  /** Whatever the figures say, one part of the run has ended with {@code status}. */
  void partEnded(int status) {
    allHeld &= status == 0;
  }

  /** Writes the figures as one JSON object; their names are plain words. */
  void writeJson(Path file) throws IOException {
    if (figures.isEmpty()) {
      return; // a part of the run has written them
    }
    String members =
        figures.entrySet().stream()
            .map(each -> "  \"" + each.getKey() + "\": " + number(each.getValue()))
            .collect(Collectors.joining(",\n"));
    Files.writeString(file, "{\n" + members + "\n}\n");
  }

  /** JSON has no word for what is not a number. */
  private static String number(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "null";
  }
}
