package io.levee.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Putting, getting and deleting, one at a time and in batches. */
abstract class EngineEntryContract extends EngineContractCase {

  @Test
  void aKeyThatWasNeverPutIsAbsent() {
    assertThat(engine.get(bytes("a"))).isEmpty();
  }

  @Test
  void aPutIsReadBack() {
    put("a", "1");

    assertThat(engine.get(bytes("a"))).contains(bytes("1"));
  }

  @Test
  void anEmptyKeyAndAnEmptyValueAreStored() {
    put("", "empty key");
    put("empty value", "");

    assertThat(engine.get(new byte[0])).contains(bytes("empty key"));
    assertThat(engine.get(bytes("empty value"))).contains(new byte[0]);
    assertThat(scan(ALL)).containsExactly("=empty key", "empty value=");
  }

  @Test
  void aLargeValueIsStored() {
    byte[] large = new byte[5 << 20];
    new Random(1).nextBytes(large);
    Batch batch = new Batch();
    batch.put(bytes("large"), large);
    engine.write(batch, Durability.SYNC);

    assertThat(engine.get(bytes("large"))).contains(large);
  }

  @Test
  void whatIsReadBelongsToTheReader() {
    put("a", "1");

    engine.get(bytes("a")).orElseThrow()[0] = 'X';
    engine.scan(
        ALL,
        (key, value) -> {
          key[0] = 'X';
          value[0] = 'X';
          return true;
        });

    assertThat(scan(ALL)).containsExactly("a=1");
  }

  @Test
  void operationsOfABatchApplyInTheirOrder() {
    Batch batch = new Batch();
    batch.put(bytes("a"), bytes("1"));
    batch.put(bytes("a"), bytes("2"));
    batch.put(bytes("b"), bytes("1"));
    batch.delete(bytes("b"));
    batch.delete(bytes("c"));
    batch.put(bytes("c"), bytes("1"));
    engine.write(batch, Durability.BUFFERED);

    assertThat(scan(ALL)).containsExactly("a=2", "c=1");
  }

  @Test
  void deletingWhatIsNotThereIsNoError() {
    Batch batch = new Batch();
    batch.delete(bytes("a"));

    assertThatCode(() -> engine.write(batch, Durability.SYNC)).doesNotThrowAnyException();
  }

  @Test
  void aBatchCanBeWrittenAgainAndReusedAfterClear() {
    Batch batch = new Batch();
    batch.put(bytes("a"), bytes("1"));
    engine.write(batch, Durability.BUFFERED);
    engine.write(batch, Durability.BUFFERED);
    batch.clear();
    batch.put(bytes("b"), bytes("2"));
    engine.write(batch, Durability.SYNC);

    assertThat(scan(ALL)).containsExactly("a=1", "b=2");
  }

  @Test
  void anEmptyBatchChangesNothing() {
    put("a", "1");
    engine.write(new Batch(), Durability.BUFFERED);
    engine.write(new Batch(), Durability.SYNC);
    engine.write(new Batch(), Durability.SYNC);
    put("b", "2");

    reopen();
    assertThat(scan(ALL)).containsExactly("a=1", "b=2");
  }

  @Test
  void nullIsRefusedBeforeAnythingHappens() {
    put("a", "1");

    assertThatNullPointerException().isThrownBy(() -> engine.get(null));
    assertThatNullPointerException().isThrownBy(() -> engine.scan(null, (k, v) -> true));
    assertThatNullPointerException().isThrownBy(() -> engine.scan(ALL, null));
    assertThatNullPointerException().isThrownBy(() -> engine.write(null, Durability.SYNC));
    assertThatNullPointerException().isThrownBy(() -> engine.write(new Batch(), null));
    assertThatNullPointerException().isThrownBy(() -> engine.compact(null));
    assertThatNullPointerException().isThrownBy(() -> engine.approximateSizeBytes(null));
    put("b", "2");
    assertThat(scan(ALL)).containsExactly("a=1", "b=2");
  }
}
