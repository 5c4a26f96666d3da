package io.levee.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class ProgressTest {

  private final StringWriter printed = new StringWriter();

  @Test
  void theBarIsFullWhenAllIsDoneAndNeverFuller() {
    assertThat(Progress.bar(0, 100)).isEqualTo("[" + ".".repeat(30) + "]");
    assertThat(Progress.bar(50, 100)).isEqualTo("[" + "#".repeat(15) + ".".repeat(15) + "]");
    assertThat(Progress.bar(101, 100)).isEqualTo("[" + "#".repeat(30) + "]");
  }

  @Test
  void onATerminalOneLineChangesAndIsTakenAwayInTheEnd() {
    try (Progress progress = new Progress(new PrintWriter(printed), true, () -> "half")) {
      await().until(() -> printed.toString().contains("half"));
      progress.println("news");
    }
    assertThat(printed.toString().replace("\r\u001b[K", "|"))
        .startsWith("|half")
        .contains("|news" + System.lineSeparator())
        .endsWith("|")
        .doesNotContain("half" + System.lineSeparator());
  }

  @Test
  void elsewhereNothingIsTakenBack() {
    try (Progress progress = new Progress(new PrintWriter(printed, true), false, () -> "half")) {
      progress.println("news");
    }
    assertThat(printed.toString()).isEqualTo("news" + System.lineSeparator());
  }
}
