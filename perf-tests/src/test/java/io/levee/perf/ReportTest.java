package io.levee.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  @TempDir private Path directory;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final Report report = new Report(new PrintStream(printed, true, StandardCharsets.UTF_8));

  @Test
  void oneBoundThatIsNotKeptIsEnough() {
    report.atLeast("speed", 6, 5, "times");
    assertThat(report.allHeld()).isTrue();

    report.atMost("wait", 2, 1, "ms");
    report.atMost("rest", 1, 1, "ms");

    assertThat(report.allHeld()).isFalse();
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .containsSubsequence("speed", "holds", "wait", "DOES NOT HOLD", "rest", "holds");
  }

  @Test
  void figuresAreAJsonObject() throws IOException {
    Path file = directory.resolve("figures.json");
    report.figure("speed", 6.5, "times");
    report.figure("never", Double.NaN, "s");

    report.writeJson(file);

    assertThat(Files.readString(file)).isEqualTo("{\n  \"speed\": 6.5,\n  \"never\": null\n}\n");
  }

  @Test
  void aPartThatFailedIsNotForgotten() {
    report.partEnded(0);
    assertThat(report.allHeld()).isTrue();

    report.partEnded(Scenario.NOT_HELD);
    assertThat(report.allHeld()).isFalse();
  }
}
