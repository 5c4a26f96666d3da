package io.levee.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PatienceTest {

  private static final long GROUP_NANOS = 800_000;

  private final Patience patience = new Patience();

  /** How many groups are begun without a wait before the next wait. */
  private int leftOut() {
    int groups = 0;
    while (patience.nanos(GROUP_NANOS) == 0) {
      groups++;
    }
    return groups;
  }

  @Test
  void itWaitsAQuarterOfWhatAGroupTook() {
    assertThat(patience.nanos(GROUP_NANOS)).isEqualTo(GROUP_NANOS / 4);
    assertThat(patience.nanos(1_000_000_000)).isEqualTo(1_000_000);
  }

  @Test
  void aWaitThatPaidIsRepeated() {
    patience.waited(4, 2);
    assertThat(leftOut()).isZero();
  }

  @Test
  void waitsThatDoNotPayAreLeftOutForMoreAndMoreGroups() {
    List<Integer> leftOut = new ArrayList<>();
    for (int wait = 0; wait < 9; wait++) {
      patience.waited(4, 1);
      leftOut.add(leftOut());
    }
    assertThat(leftOut).containsExactly(1, 2, 4, 8, 16, 32, 64, 64, 64);
  }

  @Test
  void oneThatPaysAgainMakesItPatientAgain() {
    patience.waited(4, 0);
    patience.waited(4, 0);
    assertThat(leftOut()).isEqualTo(2);
    patience.waited(4, 4);
    patience.waited(4, 0);
    assertThat(leftOut()).isEqualTo(1);
  }
}
