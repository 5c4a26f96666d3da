package io.levee.leveldb.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import java.nio.file.Path;

/**
 * The other process of a test: opens the directory it is given, prints {@code opened} or {@code
 * refused} with the reason, then writes numbered keys for ever and prints each one that is
 * acknowledged.
 */
final class EngineProcess {

  private EngineProcess() {}

  public static void main(String[] args) {
    try (Engine engine = TestStore.open(Path.of(args[0])).engine()) {
      System.out.println("opened");
      for (int number = 0; ; number++) {
        Batch batch = new Batch();
        batch.put(key(number), new byte[500]);
        engine.write(batch, Durability.SYNC);
        System.out.println("wrote " + number);
      }
    } catch (EngineException e) {
      System.out.println("refused " + e.getMessage());
    }
  }

  static byte[] key(int number) {
    return String.format("%08d", number).getBytes(UTF_8);
  }
}
