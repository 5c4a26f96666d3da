package io.levee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.levee.testkit.ForkedJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker in a process of its own, and the commands that work with it and with its store. */
final class BrokerTest {

  private static final int STATUS_OF_SIGTERM = 143;

  @TempDir private Path directory;

  private ForkedJvm start(String... options) throws IOException {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("broker", "--directory", directory.toString(), "--port", "0"));
    args.addAll(List.of(options));
    return ForkedJvm.start(Main.class, args.toArray(String[]::new));
  }

  private static String url(ForkedJvm broker) throws IOException {
    return broker.awaitLine("levee broker ready on ").replaceFirst(",.*", "");
  }

  private static void terminate(ForkedJvm broker) {
    ProcessHandle.of(broker.pid()).orElseThrow().destroy();
    assertThat(broker.exitCode()).isEqualTo(STATUS_OF_SIGTERM);
  }

  private static void assertDone(Levee.Result result, String said) {
    assertThat(result.err()).isEmpty();
    assertThat(result.lastLine()).startsWith(said);
    assertThat(result.status()).isEqualTo(Exit.DONE);
  }

  private JsonNode stats() throws IOException {
    Levee.Result result = Levee.run("stats", directory, "--json");
    assertThat(result.status()).isEqualTo(Exit.DONE);
    return new ObjectMapper().readTree(result.text());
  }

  @Test
  void whatIsSentIsReceivedOnceHoweverItIsAcknowledged() throws IOException {
    try (ForkedJvm broker = start()) {
      String url = url(broker);
      for (String ack : List.of("auto", "individual", "client", "transacted")) {
        assertDone(
            Levee.run("send", "--url", url, "--queue", "q", "--count", 120, "--producers", 3),
            "sent 120 in ");
        Levee.Result few =
            Levee.run("receive", "--url", url, "--queue", "q", "--ack", ack, "--count", 50);
        assertDone(few, "received 50 in ");
        Levee.Result rest =
            Levee.run("receive", "--url", url, "--queue", "q", "--ack", ack, "--idle", 1);
        assertDone(rest, "received 70 in ");
      }
      terminate(broker);
    }
    assertThat(stats().get("messageCount").asLong()).isZero();
    assertThat(Levee.run("check", directory).lastLine()).startsWith("no faults in ");
  }

  @Test
  void fewerMessagesThanWantedAreABadResult() throws IOException {
    try (ForkedJvm broker = start()) {
      String url = url(broker);
      assertDone(Levee.run("send", "--url", url, "--queue", "q", "--count", 3), "sent 3 in ");
      Levee.Result result =
          Levee.run("receive", "--url", url, "--queue", "q", "--count", 4, "--idle", 1);
      assertThat(result.lastLine()).startsWith("received 3 in ");
      assertThat(result.status()).isEqualTo(Exit.BAD);
    }
  }

  @Test
  void aStoppedStoreShowsWhatWaitsInIt() throws IOException {
    try (ForkedJvm broker = start()) {
      String url = url(broker);
      Levee.run("receive", "--url", url, "--topic", "t", "--subscription", "s", "--idle", 1);
      Levee.run("send", "--url", url, "--topic", "t", "--count", 5);
      Levee.run("send", "--url", url, "--queue", "q", "--count", 20, "--transacted", 7);
      terminate(broker);
    }
    JsonNode stats = stats();
    assertThat(stats.get("messageCount").asLong()).isEqualTo(25);
    assertThat(stats.get("messageBytes").asLong()).isGreaterThan(25 * 1024);
    assertThat(stats.at("/destinations/0/name").asText()).isEqualTo("q");
    assertThat(stats.at("/destinations/0/messageCount").asLong()).isEqualTo(20);
    assertThat(stats.at("/destinations/1/subscriptions/0/name").asText()).isEqualTo("levee:s");
    assertThat(stats.at("/destinations/1/subscriptions/0/pendingCount").asLong()).isEqualTo(5);
    assertThat(Levee.run("stats", directory).text())
        .contains("queue        q: 20 of ", "subscription levee:s: 5 of ", "native library");
  }

  @Test
  void aStoreThatABrokerHasOpenIsNotLookedInto() throws IOException {
    try (ForkedJvm broker = start()) {
      url(broker);
      for (String command : List.of("stats", "check", "xa list")) {
        String[] words = (command + " " + directory).split(" ");
        Levee.Result result = Levee.run((Object[]) words);
        assertThat(result.err())
            .singleElement()
            .asString()
            .isEqualTo(
                "levee %s: %s is open in another process, process %d; stop it first",
                command, directory.resolve("store"), broker.pid());
        assertThat(result.status()).isEqualTo(Exit.FAILED);
      }
    }
  }

  @Test
  void aSecondBrokerTakesOverWhenTheFirstIsKilled() throws IOException {
    try (ForkedJvm master = start()) {
      String url = url(master);
      try (ForkedJvm slave = start()) {
        slave.awaitLine("levee broker waits as slave: another broker has " + directory);
        // Longer than the slave takes from one try to the next.
        assertDone(
            Levee.run("receive", "--url", url, "--queue", "q", "--idle", 3), "received 0 in ");
        assertDone(Levee.run("send", "--url", url, "--queue", "q", "--count", 10), "sent 10 in ");
        master.kill();
        assertDone(
            Levee.run("receive", "--url", url(slave), "--queue", "q", "--count", 10),
            "received 10 in ");
        terminate(slave);
      }
    }
  }

  @Test
  void aSlaveThatIsTerminatedWhileItWaitsHasNothingToComplainAbout() throws IOException {
    try (ForkedJvm master = start()) {
      url(master);
      try (ForkedJvm slave = start()) {
        String reason = "levee broker waits as slave: another broker has " + directory;
        slave.awaitLine(reason);
        terminate(slave);
        assertThat(slave.readAll()).containsExactly(reason);
      }
    }
  }

  @Test
  void aBrokerThatShallNotWaitFailsWhereAnotherOneIs() throws IOException {
    try (ForkedJvm master = start()) {
      url(master);
      try (ForkedJvm second = start("--no-wait")) {
        assertThat(second.readAll())
            .containsExactly("levee broker: another broker has " + directory);
        assertThat(second.exitCode()).isEqualTo(Exit.FAILED);
      }
    }
  }
}
