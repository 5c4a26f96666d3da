package io.levee.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import io.levee.engine.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many threads at once, a close among them, and interrupted ones. */
abstract class EngineConcurrencyContract extends EngineContractCase {

  @Test
  void closeWaitsForAScanAndRefusesWhatComesAfter() throws Exception {
    put("a", "1");
    put("b", "2");
    CountDownLatch scanning = new CountDownLatch(1);
    CountDownLatch closing = new CountDownLatch(1);
    List<String> seen = new ArrayList<>();
    Future<Boolean> scan =
        threads.submit(
            () ->
                engine.scan(
                    ALL,
                    (key, value) -> {
                      scanning.countDown();
                      await(closing);
                      // The close is waiting by now or soon; reads within the scan still pass.
                      return seen.add(text(engine.get(key).orElseThrow()));
                    }));
    await(scanning);
    Future<?> close =
        threads.submit(
            () -> {
              closing.countDown();
              engine.close();
            });

    assertThat(scan.get()).isTrue();
    await(close);
    assertThat(seen).containsExactly("1", "2");
    assertCode(Code.CLOSED, () -> engine.get(bytes("a")));
  }

  @Test
  void aCloseThatRacesEveryOtherCallLeavesEachWithAnAnswer() throws Exception {
    for (int round = 0; round < 200; round++) {
      put("round", String.valueOf(round));
      List<Callable<Void>> calls = new ArrayList<>();
      CyclicBarrier start = new CyclicBarrier(9);
      for (int thread = 0; thread < 7; thread++) {
        List<Runnable> everyCall = everyCallButClose();
        Runnable first = everyCall.get((round + thread) % everyCall.size());
        calls.add(racing(start, () -> callUntilClosed(first, everyCall)));
      }
      calls.add(racing(start, () -> engine.close()));
      calls.add(racing(start, () -> engine.close()));
      for (Future<Void> call : threads.invokeAll(calls)) {
        await(call);
      }
      engine = open(directory);
      assertThat(engine.get(bytes("round"))).contains(bytes(String.valueOf(round)));
    }
  }

  @Test
  void manyThreadsReadAndWriteAtOnce() throws Exception {
    List<Callable<Void>> writers = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      String prefix = "thread " + thread + " ";
      writers.add(
          () -> {
            for (int i = 0; i < 200; i++) {
              put(prefix + i, String.valueOf(i));
              assertThat(engine.get(bytes(prefix + i))).contains(bytes(String.valueOf(i)));
              assertThat(scan(KeyRange.prefix(bytes(prefix)))).hasSize(i + 1);
            }
            return null;
          });
    }
    for (Future<Void> writer : threads.invokeAll(writers)) {
      await(writer);
    }

    reopen();
    assertThat(scan(ALL)).hasSize(1600);
  }

  @Test
  void anInterruptedThreadIsServedAndStaysInterrupted() {
    put("a", "1");
    Thread.currentThread().interrupt();
    try {
      put("b", "2");
      assertThat(scan(ALL)).containsExactly("a=1", "b=2");
      engine.compact(ALL);
      reopen();
      put("c", "3");
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }

    reopen();
    assertThat(scan(ALL)).containsExactly("a=1", "b=2", "c=3");
  }

  private static void callUntilClosed(Runnable first, List<Runnable> everyCall) {
    try {
      first.run();
      while (true) {
        everyCall.forEach(Runnable::run);
      }
    } catch (EngineException e) {
      assertThat(e.code()).isEqualTo(Code.CLOSED);
    }
  }

  private static Callable<Void> racing(CyclicBarrier start, Runnable call) {
    return () -> {
      start.await();
      call.run();
      return null;
    };
  }
}
