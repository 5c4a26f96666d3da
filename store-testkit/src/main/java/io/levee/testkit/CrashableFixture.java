package io.levee.testkit;

/** A fixture whose store can be made to fail, to see what it finds when it opens again. */
public interface CrashableFixture extends StoreFixture {

  /**
   * Makes the next write of the open store fail with an unknown outcome.
   *
   * @param afterApplying whether the write is applied before it fails
   */
  void failNextWrite(boolean afterApplying);

  /** Takes {@link #failNextWrite} back, unless a write has failed since. */
  void failNoWrite();

  /**
   * Cuts the power, where the fixture can: what was written since the last sync is lost, and the
   * open store is of no more use but to be closed.
   *
   * @return whether it did
   */
  boolean cutPower();
}
