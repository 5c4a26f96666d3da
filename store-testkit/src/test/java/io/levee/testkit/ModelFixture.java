package io.levee.testkit;

import io.levee.store.MessageStore;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Opens the model as if it were a store on disk, one that loses nothing when the power is cut. */
final class ModelFixture implements CrashableFixture {

  private final List<String> faults;
  private final ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor();

  private StoreModel model;
  private ScheduledFuture<?> sweeping;

  ModelFixture() {
    this(List.of());
  }

  /** A fixture whose check of the state finds {@code faults}. */
  ModelFixture(List<String> faults) {
    this.faults = faults;
  }

  @Override
  public MessageStore open(InstantSource clock) {
    StoreModel opened = model == null ? new StoreModel(limits(), clock) : model.reopened();
    model = opened;
    sweeping =
        sweeper.scheduleWithFixedDelay(
            () -> opened.expire(clock.millis(), 1000), 10, 10, TimeUnit.MILLISECONDS);
    return opened;
  }

  @Override
  public List<String> check() {
    sweeping.cancel(false);
    return faults;
  }

  @Override
  public StoreLimits limits() {
    return new StoreLimits(100, 500, 10_000, 2000, 1000, 1 << 20);
  }

  @Override
  public void failNextWrite(boolean afterApplying) {}

  @Override
  public void failNoWrite() {}

  @Override
  public boolean cutPower() {
    return true;
  }

  @Override
  public void close() {
    sweeper.shutdownNow();
  }
}
