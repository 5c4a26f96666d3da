package io.levee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is wrong is told in one line, with a status that a script can tell from success. */
final class WrongInputTest {

  @TempDir private Path directory;

  private static void assertOneLine(Levee.Result result, int status, String... said) {
    assertThat(result.err()).singleElement().asString().contains(said);
    assertThat(result.status()).isEqualTo(status);
  }

  @ParameterizedTest
  @MethodSource
  void aWrongCommandLineIsRefusedWithAHint(String line, String said) {
    Levee.Result result = Levee.run((Object[]) line.split(" "));
    assertOneLine(result, Exit.USAGE, said, "--help shows the options");
  }

  static Stream<Object[]> aWrongCommandLineIsRefusedWithAHint() {
    return Stream.of(
        new Object[] {"send --queue q --cuont 3", "Unknown option"},
        new Object[] {"send", "--queue"},
        new Object[] {"send --queue q --topic t", "mutually exclusive"},
        new Object[] {"send --queue q --count 0", "'0' is not a number from 1 on"},
        new Object[] {"send --queue q --size big", "'big' is not a size"},
        new Object[] {"send --queue q --size 3gb", "a body has at most"},
        new Object[] {"broker --port 70000", "a port is from 0 to 65535"},
        new Object[] {"broker --disk-reserve much", "'much' is not a size"},
        new Object[] {"broker --memory-limit 0", "'--memory-limit'"},
        new Object[] {"broker --store-limit 0kb", "'0kb' is too small"},
        new Object[] {"send --queue=", "'--queue'"},
        new Object[] {"receive --topic=", "'--topic'"},
        new Object[] {"receive --topic t --subscription=", "'--subscription'"},
        new Object[] {"receive --queue q --ack never", "never"},
        new Object[] {"receive --queue q --subscription s", "--subscription goes with --topic"},
        new Object[] {"receive --topic t --subscription s --consumers 2", "one consumer"},
        new Object[] {"demo --kills -1", "'-1' is not a number from 0 on"},
        new Object[] {"xa list --jsn", "Unknown option"},
        new Object[] {"xa lst", "Unmatched argument"},
        new Object[] {"xa show d", "'ID'"},
        new Object[] {"xa forget", "'DIR'"},
        new Object[] {"xa commit d --al --yes", "not --al"},
        new Object[] {"stast", "Unmatched argument"});
  }

  @Test
  void withoutASubcommandThereIsHelp() {
    Levee.Result result = Levee.run();
    assertThat(String.join("\n", result.err())).contains("demo", "broker", "stats", "check");
    assertThat(result.status()).isEqualTo(Exit.USAGE);
  }

  @Test
  void aDirectoryThatHasADefaultIsOptional() {
    for (String command : List.of("stats", "check")) {
      assertThat(Levee.run(command, "--help").text()).contains(" [DIR]");
    }
  }

  @Test
  void aBrokerThatIsNotThereIsNamed() throws IOException {
    String url = "tcp://127.0.0.1:" + freePort();
    assertOneLine(Levee.run("send", "--url", url, "--queue", "q"), Exit.FAILED, url, "refused");
    assertOneLine(Levee.run("receive", "--url", url, "--queue", "q"), Exit.FAILED, url, "refused");
  }

  @Test
  void anAddressThatIsNoneIsNamed() {
    assertOneLine(
        Levee.run("send", "--url", "nowhere", "--queue", "q"), Exit.FAILED, "nowhere", "scheme");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      Levee.Result result = Levee.run("broker", "--directory", directory, "--port", port);
      assertOneLine(result, Exit.FAILED, port, "Address already in use");
    }
  }

  @Test
  void aFileIsNoDirectory() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertOneLine(
        Levee.run("broker", "--directory", file, "--port", 0),
        Exit.FAILED,
        file + " is not a directory");
    assertOneLine(
        Levee.run("demo", "--directory", file), Exit.FAILED, file + " is not a directory");
    assertOneLine(Levee.run("stats", file), Exit.FAILED, file + " is not a directory");
    assertOneLine(Levee.run("check", file), Exit.FAILED, file + " is not a directory");
  }

  @Test
  void whereNoStoreIsNoneIsMade() {
    Path missing = directory.resolve("missing");
    assertOneLine(Levee.run("stats", missing), Exit.FAILED, "no Levee store in " + missing);
    assertOneLine(Levee.run("check", missing), Exit.FAILED, "no Levee store in " + missing);
    assertThat(missing).doesNotExist();
    assertOneLine(Levee.run("stats", directory), Exit.FAILED, "no Levee store in " + directory);
    assertOneLine(Levee.run("check", directory), Exit.FAILED, "no Levee store in " + directory);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aDemonstrationNeedsADirectoryOfItsOwn() throws IOException {
    Files.createFile(directory.resolve("file"));
    assertOneLine(
        Levee.run("demo", "--directory", directory), Exit.FAILED, directory + " is not empty");
  }
}
