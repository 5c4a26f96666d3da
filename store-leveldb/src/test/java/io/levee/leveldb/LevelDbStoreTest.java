package io.levee.leveldb;

import io.levee.testkit.MessageStoreContract;
import io.levee.testkit.StoreFixture;

/** The store keeps its contract on LevelDB. */
class LevelDbStoreTest extends MessageStoreContract {

  @Override
  protected StoreFixture newFixture() {
    return new LevelDbStoreFixture();
  }
}
