package io.levee.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it. Safe for use by many threads. */
public final class ManualClock implements InstantSource {

  private volatile Instant now;

  /** A clock that shows {@code start}. */
  public ManualClock(Instant start) {
    this.now = start;
  }

  @Override
  public Instant instant() {
    return now;
  }

  /** Shows {@code instant} from now on, which may be earlier than before. */
  public void set(Instant instant) {
    now = instant;
  }

  /** Shows {@code step} more than before. */
  public synchronized void advance(Duration step) {
    now = now.plus(step);
  }
}
