package io.levee.leveldb;

import io.levee.testkit.StoreLimits;
import java.time.InstantSource;

/** Options with limits that tests reach, and a housekeeper that is never far away. */
final class SmallStore {

  private static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT
          .withInlineBytes(100)
          .withChunkBytes(1024)
          .withMaxHeaderBytes(1024)
          .withMaxBodyBytes(10_000)
          .withMaxNameBytes(1000)
          .withMaxRetainedBytes(1024)
          .withMaxTransactionBytes(2 << 20)
          .withDiskReserveBytes(0)
          .withHousekeepingIntervalMillis(10);

  private SmallStore() {}

  static StoreOptions options(InstantSource clock) {
    return OPTIONS.withClock(clock);
  }

  static StoreLimits limits() {
    return new StoreLimits(
        OPTIONS.inlineBytes(),
        OPTIONS.maxHeaderBytes(),
        OPTIONS.maxBodyBytes(),
        OPTIONS.maxNameBytes(),
        OPTIONS.maxRetainedBytes(),
        OPTIONS.maxTransactionBytes());
  }
}
