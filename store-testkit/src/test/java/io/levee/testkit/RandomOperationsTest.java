package io.levee.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The random operations pass what is right, and find what is wrong. */
class RandomOperationsTest extends RandomOperationsContract {

  @Override
  protected CrashableFixture newFixture() {
    return new ModelFixture();
  }

  @Test
  void aFailureTellsTheSeedAndTheLastSteps() {
    try (CrashableFixture fixture = new ModelFixture(List.of("a chunk that nobody owns"))) {
      RandomOperations operations = new RandomOperations(fixture, 42);

      assertThatThrownBy(() -> operations.run(300))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("-Dlevee.seed=42 -Dlevee.operations=300")
          .hasMessageContaining("the last steps:")
          .hasStackTraceContaining("a chunk that nobody owns");
    }
  }

  @Test
  void oneSeedIsOneSequenceOfSteps() {
    assertThat(failure(42)).isEqualTo(failure(42)).isNotEqualTo(failure(43));
  }

  private static String failure(long seed) {
    try (CrashableFixture fixture = new ModelFixture(List.of("a fault"))) {
      RandomOperations operations = new RandomOperations(fixture, seed);
      return catchThrowable(() -> operations.run(300)).getMessage().replaceAll("seed=\\d+", "seed");
    }
  }
}
