package io.levee.activemq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreOptions;
import io.levee.store.Destination;
import io.levee.store.MessageStore;
import io.levee.store.StoreException;
import io.levee.testkit.FaultyEngine;
import io.levee.testkit.MemoryEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a broker hears when the store refuses or fails. */
final class StoreGateTest {

  private static final Destination ORDERS = Destination.queue("orders");

  private final List<IOException> reported = new ArrayList<>();
  private final FaultyEngine engine = new FaultyEngine(MemoryEngine.open());
  private final StoreGate gate =
      new StoreGate(
          LevelDbMessageStore.open(engine, StoreOptions.DEFAULT.withDiskReserveBytes(0)),
          reported::add);

  @AfterEach
  void close() {
    gate.close();
  }

  @Test
  void aRefusalIsThrownWithItsReasonAndNotReported() {
    assertThatThrownBy(() -> gate.ask(store -> store.purge(ORDERS)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("UNKNOWN_DESTINATION")
        .hasCauseInstanceOf(StoreException.class);
    assertThat(reported).isEmpty();
  }

  @Test
  void aFailureIsReportedToTheBrokerAndThrown() {
    engine.failBefore(1);
    assertThatThrownBy(() -> gate.ask(store -> store.declare(ORDERS)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("restart the broker");
    assertThat(reported).hasSize(1);
    assertThatThrownBy(() -> gate.tell(MessageStore::flush)).isInstanceOf(IOException.class);
    assertThat(gate.diskBytes()).isZero();
  }

  /** The broker's handler takes any word of space for a lack of it, which it ignores. */
  @Test
  void aFailureDoesNotSpeakOfSpace() {
    engine.failAfter(1);
    assertThatThrownBy(() -> gate.ask(store -> store.declare(ORDERS)))
        .isInstanceOf(IOException.class);
    assertThat(reported.get(0).getMessage()).doesNotContain("space");
    assertThat(reported.get(0).getCause()).isNotInstanceOf(IOException.class);
  }

  @Test
  void aStoreThatWasClosedIsNoFailure() {
    gate.close();
    assertThatThrownBy(() -> gate.tell(MessageStore::flush)).isInstanceOf(IOException.class);
    assertThat(reported).isEmpty();
  }
}
