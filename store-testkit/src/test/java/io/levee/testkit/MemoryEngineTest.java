package io.levee.testkit;

import io.levee.engine.Engine;
import java.nio.file.Path;

final class MemoryEngineTest extends EngineContract {

  private final MemoryDisk disk = new MemoryDisk();

  @Override
  protected Engine open(Path directory) {
    return MemoryEngine.open(disk);
  }
}
