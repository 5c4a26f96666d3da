package io.levee.leveldb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HousekeeperTest {

  @Test
  void aChoreThatFailsKeepsNoOtherFromItsWork() {
    AtomicInteger done = new AtomicInteger();
    Housekeeper housekeeper =
        new Housekeeper(
            0,
            () -> false,
            stopping -> done.incrementAndGet(),
            stopping -> {
              throw new IllegalStateException("of the chore");
            },
            stopping -> done.incrementAndGet());

    assertThatIllegalStateException().isThrownBy(housekeeper::runOnce).withMessage("of the chore");
    assertThat(done).hasValue(2);
  }

  @Test
  void theThreadOutlivesAChoreThatFails() throws InterruptedException {
    CountDownLatch runs = new CountDownLatch(3);
    Housekeeper housekeeper =
        new Housekeeper(
            1,
            () -> false,
            stopping -> {
              runs.countDown();
              throw new IllegalStateException("of the chore");
            });
    housekeeper.start();

    assertThat(runs.await(60, TimeUnit.SECONDS)).isTrue();
    housekeeper.stop();
  }

  @Test
  void stoppingAsksTheChoreInProgressAndWaitsForIt() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Boolean> asked = new CompletableFuture<>();
    Housekeeper housekeeper =
        new Housekeeper(
            1,
            () -> false,
            stopping -> {
              begun.countDown();
              while (!stopping.isAsked()) {
                Thread.onSpinWait();
              }
              asked.complete(true);
            });
    housekeeper.start();
    begun.await();

    housekeeper.stop();

    assertThat(asked).isCompletedWithValue(true);
  }
}
