package io.levee.leveldb.engine;

import io.levee.engine.Engine;
import io.levee.testkit.EngineContract;
import java.nio.file.Path;

final class LevelDbEngineTest extends EngineContract {

  @Override
  protected Engine open(Path directory) {
    return TestStore.open(directory).engine();
  }
}
