package io.levee.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.EngineException.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is left after closing, reopening and compacting, and who may have the directory. */
abstract class EngineLifecycleContract extends EngineContractCase {

  @Test
  void whatWasWrittenIsThereAfterReopening() {
    put("a", "1");
    Batch batch = new Batch();
    batch.put(bytes("b"), bytes("2"));
    engine.write(batch, Durability.BUFFERED);
    reopen();
    assertThat(scan(ALL)).containsExactly("a=1", "b=2");
    put("c", "3");
    reopen();

    assertThat(scan(ALL)).containsExactly("a=1", "b=2", "c=3");
  }

  @Test
  void aSecondEngineOnTheDirectoryIsRefused() {
    put("a", "1");

    assertCode(Code.LOCKED, () -> open(directory));
    assertCode(Code.LOCKED, () -> open(directory));
    put("b", "2");
    assertThat(scan(ALL)).containsExactly("a=1", "b=2");
  }

  @Test
  void compactingKeepsWhatIsLive() {
    for (int i = 0; i < 1000; i++) {
      put(String.format("%04d", i), "x".repeat(100));
    }
    Batch batch = new Batch();
    for (int i = 0; i < 999; i++) {
      batch.delete(bytes(String.format("%04d", i)));
    }
    engine.write(batch, Durability.SYNC);
    engine.compact(ALL);

    assertThat(scan(ALL)).containsExactly("0999=" + "x".repeat(100));
    reopen();
    assertThat(scan(ALL)).containsExactly("0999=" + "x".repeat(100));
  }

  @Test
  void sizesAreNeverNegative() {
    put("a", "x".repeat(1000));

    assertThat(engine.approximateSizeBytes(ALL)).isNotNegative();
    assertThat(engine.diskBytes()).isPositive();
    assertThat(engine.usableDiskBytes()).isNotNegative();
  }

  @Test
  void everyCallAfterCloseIsRefused() {
    put("a", "1");
    engine.close();

    for (Runnable call : everyCallButClose()) {
      assertCode(Code.CLOSED, call);
    }
    assertThatCode(() -> engine.close()).doesNotThrowAnyException();
  }

  @Test
  void randomBatchesGiveWhatASortedMapGives() {
    Random random = new Random(20_240_501);
    TreeMap<String, String> expected = new TreeMap<>();
    for (int round = 0; round < 400; round++) {
      Batch batch = new Batch();
      for (int i = random.nextInt(20); i > 0; i--) {
        String key = String.format("%03d", random.nextInt(300));
        if (random.nextInt(3) == 0) {
          batch.delete(bytes(key));
          expected.remove(key);
        } else {
          String value = "x".repeat(random.nextInt(200)) + round;
          batch.put(bytes(key), bytes(value));
          expected.put(key, value);
        }
      }
      engine.write(batch, random.nextInt(10) == 0 ? Durability.SYNC : Durability.BUFFERED);
      if (round % 100 == 99) {
        engine.compact(ALL);
        reopen();
      }
    }

    List<String> entries = new ArrayList<>();
    expected.forEach((key, value) -> entries.add(key + "=" + value));
    assertThat(scan(ALL)).isEqualTo(entries);
  }
}
