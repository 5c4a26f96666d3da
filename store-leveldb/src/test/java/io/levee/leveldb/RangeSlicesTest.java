package io.levee.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.leveldb.key.Keys;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Where a range is cut. */
class RangeSlicesTest {

  @Test
  void theMiddleLiesBetweenTwoKeysOfOneLane() {
    byte[] first = Keys.entry(7, 0, 1);
    byte[] end = Keys.entry(7, 0, 1_000_001);

    byte[] middle = RangeSlices.middle(first, end);

    assertThat(Arrays.compareUnsigned(first, middle)).isNegative();
    assertThat(Arrays.compareUnsigned(middle, end)).isNegative();
    assertThat(Arrays.compareUnsigned(middle, Keys.entry(7, 0, 400_000))).isPositive();
    assertThat(Arrays.compareUnsigned(middle, Keys.entry(7, 0, 600_000))).isNegative();
  }

  @Test
  void theMiddleOfAWholeFamilyLiesInIt() {
    byte[] first = {0x21};
    byte[] end = {0x22};

    byte[] middle = RangeSlices.middle(first, end);

    assertThat(middle[0]).isEqualTo((byte) 0x21);
    assertThat(middle[1]).isEqualTo((byte) 0x80);
  }

  @Test
  void highBytesAreNoSign() {
    byte[] middle = RangeSlices.middle(new byte[] {(byte) 0xFE}, new byte[] {(byte) 0xFF});

    assertThat(middle[0]).isEqualTo((byte) 0xFE);
    assertThat(middle[1]).isEqualTo((byte) 0x80);
  }
}
