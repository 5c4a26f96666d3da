package io.levee.testkit;

import io.levee.engine.Engine;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/**
 * What every {@link Engine} does, as tests: one nested class for each part. A test class for an
 * engine extends this one and says how to open it.
 */
public abstract class EngineContract {

  /** For a test class that extends this one. */
  protected EngineContract() {}

  /**
   * Opens an engine on what earlier engines, now closed, have left at {@code directory}; the first
   * finds nothing there. Nobody else may have it.
   */
  protected abstract Engine open(Path directory);

  @Nested
  class Entries extends EngineEntryContract {
    @Override
    Engine open(Path directory) {
      return EngineContract.this.open(directory);
    }
  }

  @Nested
  class Scans extends EngineScanContract {
    @Override
    Engine open(Path directory) {
      return EngineContract.this.open(directory);
    }
  }

  @Nested
  class Lifecycle extends EngineLifecycleContract {
    @Override
    Engine open(Path directory) {
      return EngineContract.this.open(directory);
    }
  }

  @Nested
  class Concurrency extends EngineConcurrencyContract {
    @Override
    Engine open(Path directory) {
      return EngineContract.this.open(directory);
    }
  }
}
