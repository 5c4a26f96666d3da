package io.levee.testkit;

import io.levee.store.MessageStore;
import java.time.InstantSource;
import java.util.List;

/**
 * One place that a store keeps its state in, as a contract sees it: it opens the store, closes it
 * through {@link MessageStore#close}, and opens it again over what is there.
 */
public interface StoreFixture extends AutoCloseable {

  /**
   * Opens the store over the state that the last one left; over nothing the first time. The store
   * takes its time from {@code clock} and removes by itself what expired, within seconds.
   */
  MessageStore open(InstantSource clock);

  /** What a check of the whole state finds wrong. Called only while no store is open. */
  List<String> check();

  /** The limits that the store is opened with. */
  StoreLimits limits();

  /** Releases the place and its state. Called only while no store is open. */
  @Override
  void close();
}
