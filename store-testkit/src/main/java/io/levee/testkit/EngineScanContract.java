package io.levee.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.EngineException.Code;
import io.levee.engine.KeyRange;
import io.levee.engine.ScanVisitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of keys, where scans begin and end, and what a visitor may do. */
abstract class EngineScanContract extends EngineContractCase {

  @Test
  void keysAreOrderedAsUnsignedBytes() {
    for (int first : new int[] {0x80, 0x00, 0xFF, 0x7F, 0x01}) {
      put(new byte[] {(byte) first}, new byte[0]);
      put(new byte[] {(byte) first, 0}, new byte[0]);
    }
    List<byte[]> keys = new ArrayList<>();
    engine.scan(KeyRange.closed(new byte[0], new byte[] {-1, -1}), (key, value) -> keys.add(key));

    assertThat(keys).hasSize(10).isSortedAccordingTo(Arrays::compareUnsigned);
  }

  @Test
  void aScanBeginsAtItsFirstKeyAndEndsBeforeItsEnd() {
    for (String key : List.of("a", "b", "c", "d")) {
      put(key, "");
    }

    assertThat(scan(KeyRange.closedOpen(bytes("b"), bytes("d")))).containsExactly("b=", "c=");
    assertThat(scan(KeyRange.closed(bytes("b"), bytes("d")))).containsExactly("b=", "c=", "d=");
    assertThat(scan(KeyRange.closedOpen(bytes("b"), bytes("b")))).isEmpty();
    assertThat(scan(KeyRange.closedOpen(bytes("x"), bytes("y")))).isEmpty();
  }

  @Test
  void aScanSaysWhetherItsRangeWasExhausted() {
    put("a", "");
    put("b", "");

    assertThat(engine.scan(ALL, (key, value) -> true)).isTrue();
    assertThat(engine.scan(ALL, (key, value) -> false)).isFalse();
    assertThat(engine.scan(KeyRange.prefix(bytes("x")), (key, value) -> false)).isTrue();
  }

  @Test
  void aVisitorThatEndsTheScanIsGivenNoMore() {
    put("a", "");
    put("b", "");
    List<byte[]> seen = new ArrayList<>();
    engine.scan(
        ALL,
        (key, value) -> {
          seen.add(key);
          return false;
        });

    assertThat(seen).containsExactly(bytes("a"));
  }

  @Test
  void aScanSeesTheEntriesAsTheyStoodWhenItBegan() {
    put("a", "1");
    put("c", "1");
    List<String> seen = new ArrayList<>();
    engine.scan(
        ALL,
        (key, value) -> {
          Batch batch = new Batch();
          batch.put(bytes("b"), bytes("2"));
          batch.put(bytes("c"), bytes("2"));
          batch.put(bytes("d"), bytes("2"));
          await(threads.submit(() -> engine.write(batch, Durability.BUFFERED)));
          return seen.add(text(key) + "=" + text(value));
        });

    assertThat(seen).containsExactly("a=1", "c=1");
    assertThat(scan(ALL)).containsExactly("a=1", "b=2", "c=2", "d=2");
  }

  @Test
  void aVisitorMayReadAndScan() {
    put("a", "1");
    put("b", "2");
    List<String> seen = new ArrayList<>();
    engine.scan(
        ALL,
        (key, value) -> {
          seen.add(text(engine.get(bytes("b")).orElseThrow()));
          return engine.scan(ALL, (innerKey, innerValue) -> seen.add(text(innerKey)));
        });

    assertThat(seen).containsExactly("2", "a", "b", "2", "a", "b");
  }

  @Test
  void aVisitorThatWritesCompactsOrClosesIsRefused() {
    put("a", "1");
    Batch batch = new Batch();
    batch.put(bytes("b"), bytes("2"));
    List<Runnable> forbidden =
        List.of(
            () -> engine.write(batch, Durability.BUFFERED),
            () -> engine.compact(ALL),
            () -> engine.close());
    for (Runnable call : forbidden) {
      engine.scan(ALL, visiting(() -> assertCode(Code.MISUSE, call)));
    }

    assertThat(scan(ALL)).containsExactly("a=1");
  }

  @Test
  void aVisitorThatThrowsEndsTheScanWithItsException() {
    put("a", "1");
    RuntimeException failure = new IllegalStateException("visitor");

    assertThatThrownBy(
            () ->
                engine.scan(
                    ALL,
                    (key, value) -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    put("b", "2");
    assertThat(scan(ALL)).containsExactly("a=1", "b=2");
  }

  private static ScanVisitor visiting(Runnable call) {
    return (key, value) -> {
      call.run();
      return true;
    };
  }
}
