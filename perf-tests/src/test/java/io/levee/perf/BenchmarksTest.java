package io.levee.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That what is measured is what the benchmarks say. */
class BenchmarksTest {

  private final OpenStore open = new OpenStore();

  @BeforeEach
  void open() throws IOException {
    open.open();
  }

  @AfterEach
  void close() throws IOException {
    open.close();
  }

  @Test
  void aCommitTakesAsManyAsItSends() {
    CommitBenchmark commits = new CommitBenchmark();
    commits.messages = 3;
    commits.fill(open);

    assertThat(commits.sendAndTake(open).appliedCount()).isEqualTo(6);
    assertThat(commits.sendAndTake(open).appliedCount()).isEqualTo(6);
  }

  @Test
  void aPageIsFull() {
    ReadBenchmark reads = new ReadBenchmark();
    reads.page = 100;
    reads.fill(open);

    assertThat(reads.browse(open).items()).hasSize(100);
    assertThat(reads.browse(open).items()).hasSize(100);
  }

  @Test
  void aPlannedGroupHoldsItsMessages() {
    PlanningBenchmark planning = new PlanningBenchmark();
    planning.group = 16;
    planning.declare();

    // The message and its identity for each, and one record each of queue, producer and head.
    assertThat(planning.planGroup().operations()).isEqualTo(16 * 2 + 3);
  }
}
