package io.levee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration as a whole: real processes, real connections, real kills. */
final class DemoTest {

  @TempDir private Path directory;

  @Test
  void nothingIsLostOrDuplicatedWhenTheBrokerIsKilledTwice() {
    Levee.Result result =
        Levee.run("demo", "--messages", 3000, "--producers", 8, "--consumers", 2, "--kills", 2);
    assertThat(result.lastLine()).isEqualTo("sent=3000 received=3000 lost=0 duplicated=0");
    assertThat(result.out()).filteredOn(line -> line.startsWith("broker killed")).hasSize(2);
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isEqualTo(Exit.DONE);
  }

  @Test
  void aDirectoryThatWasGivenIsKept() {
    Path given = directory.resolve("given");
    Levee.Result result =
        Levee.run("demo", "--messages", 200, "--kills", 0, "--directory", given, "--size", "5kb");
    assertThat(result.lastLine()).isEqualTo("sent=200 received=200 lost=0 duplicated=0");
    assertThat(Files.exists(given.resolve("store").resolve("CURRENT"))).isTrue();
    assertThat(Levee.run("check", given).status()).isEqualTo(Exit.DONE);
  }
}
