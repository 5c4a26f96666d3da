package io.levee.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That every scenario runs through and tells its figures; not what they are. */
class ScenariosTest {

  @TempDir private Path directory;

  @Test
  void syncSendsComparesEveryone() throws IOException {
    String figures = run("sync-sends", "--rounds=1", "--seconds=0.05", "--rest=0", "--threads=2");

    assertThat(figures)
        .contains("levee_store_to_kahadb", "levee_to_kahadb", "levee_queued_to_kahadb_queued")
        .contains("levee_broker_to_kahadb_broker", "levee_consumed_to_kahadb_consumed")
        .contains("leveldb_to_kahadb", "levee_store_to_leveldb");
  }

  @Test
  void syncSendsMeasuresOneAlone() throws IOException {
    String figures =
        run(
            "sync-sends",
            "--rounds=1",
            "--seconds=0.05",
            "--rest=0",
            "--threads=2",
            "--only=levee_store");

    assertThat(figures).contains("levee_store_p99").doesNotContain("kahadb");
  }

  @Test
  void headLatencyReadsBeforeAndAfterReopening() throws IOException {
    String figures = run("head-latency", "--pairs=500", "--depth=10", "--reads=50");

    assertThat(figures).contains("head_after_p99", "head_reopened_p99");
  }

  @Test
  void openTimeComparesQuietAndBusyOpenings() throws IOException {
    String figures = run("open-time", "--messages=200", "--traffic=20", "--rounds=1");

    assertThat(figures).contains("open_full_to_empty_quiet", "open_full_to_empty_busy");
  }

  @Test
  void reclaimWatchesTheDisk() throws IOException {
    String figures =
        run(
            "reclaim",
            "--messages=500",
            "--depth=10",
            "--keep-one-in=50",
            "--within=0",
            "--reopen");

    assertThat(figures).contains("disk_at_the_end");
  }

  @Test
  void flatHeapMeasuresInAProcessOfItsOwn() throws IOException {
    String figures = run("flat-heap", "--messages=200", "--heap=64m");

    assertThat(figures).contains("heap_at_20\"", "heap_at_200\"", "\"drained\": 200.0");
  }

  @Test
  void xaTransactionsCompareTwoBrokers() throws IOException {
    String figures =
        run("xa-transactions", "--rounds=1", "--seconds=0.2", "--rest=0", "--threads=2");

    assertThat(figures).contains("levee_xa_to_kahadb_xa", "levee_xa_p99");
  }

  @Test
  void branchesAreOpenedAndListed() throws IOException {
    String figures = run("branches", "--branches=250", "--page=100", "--threads=8", "--rounds=1");

    assertThat(figures)
        .contains("branches_open_to_empty", "branches_open_max", "branches_page_max");
  }

  /** Runs a scenario and answers its figures. */
  private String run(String... scenario) throws IOException {
    Path json = directory.resolve("figures.json");
    List<String> arguments = new ArrayList<>(List.of(scenario));
    arguments.add("--json=" + json);

    int status = Main.run(arguments.toArray(String[]::new));

    assertThat(status).isIn(0, Scenario.NOT_HELD);
    return Files.readString(json);
  }
}
