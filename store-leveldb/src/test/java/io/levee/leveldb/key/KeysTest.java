package io.levee.leveldb.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.StoreException;
import io.levee.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeysTest {

  private static final List<String> NAMES =
      List.of(
          "a", "ab", "a.b", "a::b", "MESSAGE_COUNT", "a\u0000b", "日本", "\uD83D\uDE00", "a/b\\c");

  @Test
  void keysOfMessagesSortLikeTheirPositions() {
    Random random = new Random(Seeds.next());
    List<Position> positions = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      int destination = 1 + random.nextInt(i % 2 == 0 ? 3 : Integer.MAX_VALUE - 1);
      long sequence = 1 + (random.nextLong() >>> (1 + random.nextInt(60)));
      positions.add(new Position(destination, random.nextInt(10), sequence));
    }

    List<Position> byKey = new ArrayList<>(positions);
    byKey.sort(Comparator.comparing(Keys::entry, Arrays::compareUnsigned));

    List<Position> byPosition = positions.stream().sorted().toList();
    assertThat(byKey).isEqualTo(byPosition);
  }

  @Test
  void aFenceLiesBehindEveryMessageOfItsLaneAndBeforeTheNext() {
    byte[] last = Keys.entry(7, 0, Long.MAX_VALUE);
    byte[] fence = Keys.entryFence(7, 0);
    byte[] next = Keys.entry(7, 1, 1);

    assertThat(Arrays.compareUnsigned(last, fence)).isNegative();
    assertThat(Arrays.compareUnsigned(fence, next)).isNegative();
  }

  @Test
  void expiriesSortByTimeFirst() {
    byte[] sooner = Keys.expiry(1_000, new Position(900, 9, Long.MAX_VALUE));
    byte[] later = Keys.expiry(1_001, new Position(1, 0, 1));

    assertThat(Arrays.compareUnsigned(sooner, later)).isNegative();
    assertThat(Keys.expiries(0, 1_000).contains(sooner)).isTrue();
    assertThat(Keys.expiries(0, 1_000).contains(later)).isFalse();
    assertThat(Keys.positionOfExpiry(sooner)).isEqualTo(new Position(900, 9, Long.MAX_VALUE));
    assertThat(Keys.expiresAtMillisOf(sooner)).isEqualTo(1_000);
  }

  @Test
  void chunksOfABodySortByOrdinalWhateverTheirNumber() {
    List<byte[]> keys = new ArrayList<>();
    for (int ordinal : new int[] {0, 1, 2, 9, 10, 255, 256, 65_534, 65_536, Integer.MAX_VALUE}) {
      keys.add(Keys.chunk(5, ordinal));
    }

    assertThat(keys).isSortedAccordingTo(Arrays::compareUnsigned);
    assertThat(keys).allMatch(key -> Keys.chunks(5, 5).contains(key));
    assertThat(Keys.chunks(5, 5).contains(Keys.chunk(6, 0))).isFalse();
  }

  @Test
  void everyDestinationHasAKeyOfItsOwnThatNamesIt() {
    Set<Bytes> keys = new HashSet<>();
    for (Destination.Kind kind : Destination.Kind.values()) {
      for (String name : NAMES) {
        Destination destination = new Destination(kind, name);
        byte[] key = Keys.destination(destination);
        assertThat(Keys.destinationOf(key)).isEqualTo(destination);
        keys.add(Bytes.wrap(key));
      }
    }
    assertThat(keys).hasSize(NAMES.size() * Destination.Kind.values().length);
  }

  @Test
  void identitiesOfProducersWithTheSameBeginningNeverMix() {
    byte[] key = Keys.identity(MessageIdentity.of("p", 11), 3);

    assertThat(Keys.identitiesOf(Bytes.utf8("p")).contains(key)).isTrue();
    assertThat(Keys.identitiesOf(Bytes.utf8("p1")).contains(key)).isFalse();
    assertThat(Keys.identities(MessageIdentity.of("p", 11)).contains(key)).isTrue();
    assertThat(Keys.identities(MessageIdentity.of("p", 1)).contains(key)).isFalse();
    assertThat(Keys.destinationOfIdentity(key)).isEqualTo(3);
  }

  @Test
  void everyFamilyHasATagOfItsOwn() {
    assertThat(KeyFamily.values()).extracting(KeyFamily::tag).doesNotHaveDuplicates().isSorted();
    for (KeyFamily family : KeyFamily.values()) {
      assertThat(KeyFamily.of(new byte[] {(byte) family.tag()})).contains(family);
    }
    assertThat(KeyFamily.of(new byte[] {(byte) 0xEE})).isEmpty();
    assertThat(KeyFamily.of(new byte[0])).isEmpty();
  }

  @Test
  void aDictionaryKeyOfNoKindIsDamage() {
    byte[] key = {(byte) KeyFamily.DESTINATION.tag(), 9, 'a'};

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> Keys.destinationOf(key))
        .withMessageContaining("DESTINATION 9 a");
  }

  @Test
  void keysAsTextNameFamilyAndParts() {
    assertThat(KeyText.key(Keys.entry(7, 2, 42))).isEqualTo("ENTRY 7/2/42");
    assertThat(KeyText.key(Keys.entryFence(7, 2))).isEqualTo("ENTRY 7/2/fence");
    assertThat(KeyText.key(Keys.destination(Destination.queue("a b"))))
        .isEqualTo("DESTINATION 0 a b");
    assertThat(KeyText.key(Keys.chunk(3, 1))).isEqualTo("CHUNK 3.1");
    assertThat(KeyText.key(Keys.deadLetter(4, 5, 6))).isEqualTo("DEAD_LETTER 4 from 5/6");
    assertThat(KeyText.key(Keys.settled(4, 5, 6))).isEqualTo("SETTLED 4/5 6");
    assertThat(KeyText.key(Keys.branch(7))).isEqualTo("BRANCH 7");
    assertThat(KeyText.key(Keys.branch(Keys.FENCE))).isEqualTo("BRANCH fence");
    assertThat(KeyText.key(Keys.prepared(7, 8))).isEqualTo("PREPARED 7.8");
    assertThat(KeyText.key(Keys.hold(7, 8))).isEqualTo("HOLD 7.8");
    assertThat(KeyText.key(new byte[] {0x20, 1})).isEqualTo("ENTRY cut off 2001");
    assertThat(KeyText.key(new byte[] {(byte) 0xEE})).isEqualTo("unknown family ee");
  }
}
