package io.levee.testkit;

import org.junit.jupiter.api.RepeatedTest;

/**
 * A store against the model, with failures: short in every build, as long as {@code
 * -Dlevee.operations} says on demand. See {@link Seeds}.
 */
public abstract class RandomOperationsContract {

  private static final int USUAL_OPERATIONS = 1000;

  /** A fixture whose state is empty. */
  protected abstract CrashableFixture newFixture();

  @RepeatedTest(3)
  void theStoreHoldsWhatTheModelHolds() {
    long seed = Seeds.next();
    try (CrashableFixture fixture = newFixture()) {
      new RandomOperations(fixture, seed).run(Seeds.operations(USUAL_OPERATIONS));
    }
  }
}
