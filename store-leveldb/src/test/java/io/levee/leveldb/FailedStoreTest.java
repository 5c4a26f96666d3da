package io.levee.leveldb;

import io.levee.testkit.CrashableFixture;
import io.levee.testkit.FailedStoreContract;

/** The store stops at a failed write, and goes on after it is opened again. */
class FailedStoreTest extends FailedStoreContract {

  @Override
  protected CrashableFixture newCrashableFixture() {
    return new MemoryStoreFixture();
  }
}
