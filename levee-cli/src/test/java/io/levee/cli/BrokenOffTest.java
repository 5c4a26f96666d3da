package io.levee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.testkit.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Brokers that die or refuse in the middle: how far the work got is told, in one line. */
final class BrokenOffTest {

  @TempDir private Path directory;

  private ForkedJvm broker(String... options) throws IOException {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("broker", "--directory", directory.toString(), "--port", "0"));
    args.addAll(List.of(options));
    return ForkedJvm.start(Main.class, args.toArray(String[]::new));
  }

  private static String url(ForkedJvm broker) throws IOException {
    return broker.awaitLine("levee broker ready on ").replaceFirst(",.*", "");
  }

  /** The other lines show the progress. */
  private static void assertLastLine(ForkedJvm command, String pattern) throws IOException {
    List<String> lines = command.readAll();
    assertThat(lines.get(lines.size() - 1)).matches(pattern);
    assertThat(lines).filteredOn(line -> !line.matches("\\[.*|[\\d,]+ received")).hasSize(1);
    assertThat(command.exitCode()).isEqualTo(Exit.BAD);
  }

  @Test
  void aSenderTellsHowMuchWasConfirmedBeforeItsBrokerDied() throws IOException {
    try (ForkedJvm broker = broker()) {
      String url = url(broker);
      String[] send = {"send", "--url", url, "--queue", "q", "--count", "9000000", "--producers=2"};
      try (ForkedJvm sender = ForkedJvm.start(Main.class, send)) {
        sender.awaitLine("["); // progress
        broker.kill();
        assertLastLine(
            sender,
            "levee send: the connection to " + url + " was lost after [\\d,]+ confirmed sends: .*");
      }
    }
  }

  @Test
  void aReceiverTellsHowMuchWasConfirmedBeforeItsBrokerDied() throws IOException {
    try (ForkedJvm broker = broker()) {
      String url = url(broker);
      Levee.run("send", "--url", url, "--queue", "q", "--count", 5);
      String[] receive = {"receive", "--url", url, "--queue=q", "--ack=individual", "--idle=60"};
      try (ForkedJvm receiver = ForkedJvm.start(Main.class, receive)) {
        receiver.awaitLine("5 received");
        broker.kill();
        assertLastLine(
            receiver,
            "levee receive: the connection to "
                + url
                + " was lost after 5 confirmed acknowledgements: .*");
      }
    }
  }

  @Test
  void aSenderTellsThatItsBrokerRefusesAndWhy() throws IOException {
    try (ForkedJvm broker = broker()) {
      Levee.run("send", "--url", url(broker), "--queue", "q", "--count", 5);
    }
    long usable = Files.getFileStore(directory).getUsableSpace();
    try (ForkedJvm broker = broker("--disk-reserve", String.valueOf(usable + usable / 2))) {
      Levee.Result refused = Levee.run("send", "--url", url(broker), "--queue", "q");
      assertThat(refused.err())
          .singleElement()
          .asString()
          .startsWith("levee send: the broker refused after 0 confirmed sends: ")
          .contains("the reserve of ");
      assertThat(refused.status()).isEqualTo(Exit.BAD);
    }
  }
}
