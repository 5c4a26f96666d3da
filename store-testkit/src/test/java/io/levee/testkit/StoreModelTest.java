package io.levee.testkit;

/** The model keeps the contract that it is there to judge others by. */
class StoreModelTest extends MessageStoreContract {

  @Override
  protected StoreFixture newFixture() {
    return new ModelFixture();
  }
}
