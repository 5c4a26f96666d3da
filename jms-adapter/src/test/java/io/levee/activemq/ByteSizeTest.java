package io.levee.activemq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes as operators write them. */
final class ByteSizeTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "64kb, 65536",
    "512mb, 536870912",
    "512 MB, 536870912",
    "2g, 2147483648",
    "1GiB, 1073741824",
    "3tb, 3298534883328",
    "' 7b ', 7"
  })
  void aNumberWithAUnitIsRead(String text, long bytes) {
    assertThat(ByteSize.parse("diskReserve", text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "mb", "-1", "1.5gb", "12 apples", "1e9"})
  void anythingElseIsRefusedWithTheNameOfTheProperty(String text) {
    assertThatThrownBy(() -> ByteSize.parse("diskReserve", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("diskReserve")
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void aNumberThatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> ByteSize.parse("diskReserve", "999999999999999tb"))
        .isInstanceOf(ArithmeticException.class);
  }
}
