package io.levee.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import org.junit.jupiter.api.Test;

/** A look into a store opens it, which takes disk. */
final class StoreRoomTest {

  @Test
  void aStoreOnAFullDiskIsNotLookedInto() {
    assertThatIOException()
        .isThrownBy(() -> StorePlace.requireRoom(1_000_000))
        .withMessageContaining("1000000 bytes are free")
        .withMessageContaining("free some space");
  }

  @Test
  void aStoreWithRoomIsLookedInto() {
    assertThatCode(() -> StorePlace.requireRoom(64L << 20)).doesNotThrowAnyException();
  }
}
