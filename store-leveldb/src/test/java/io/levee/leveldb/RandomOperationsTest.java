package io.levee.leveldb;

import io.levee.testkit.CrashableFixture;
import io.levee.testkit.RandomOperationsContract;

/** The store against the model, with failing writes and power cuts. */
class RandomOperationsTest extends RandomOperationsContract {

  @Override
  protected CrashableFixture newFixture() {
    return new MemoryStoreFixture();
  }
}
