package io.levee.leveldb.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.levee.store.BranchId;
import io.levee.store.BranchInfo.State;
import io.levee.store.BranchOperation.Kind;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every record comes back as it was written, and no damaged byte is ever taken for data. */
class RecordsTest {

  private static final byte[] KEY = Keys.entry(1, 0, 1);

  private record Case(
      Object record, Bytes sealed, BiFunction<byte[], byte[], ? extends Object> reader) {
    @Override
    public String toString() {
      return record.getClass().getSimpleName() + " of " + sealed.size() + " bytes";
    }

    byte[] stored() {
      return sealed.toArray();
    }
  }

  static Stream<Case> records() {
    return Stream.of(
        entry(Bytes.EMPTY, Bytes.EMPTY, 0, 0, Optional.empty(), EntryRecord.DENSE),
        entry(Bytes.utf8("header"), Bytes.utf8("body"), 99, 0, identity(), 41),
        entry(Bytes.utf8("header"), Bytes.EMPTY, 99, 12, identity(), EntryRecord.DENSE),
        of(new IdentityRecord(9, 42), r -> r.toBytes(KEY), IdentityRecord::fromBytes),
        of(new RedeliveryRecord(3), r -> r.toBytes(KEY), RedeliveryRecord::fromBytes),
        of(new SettledRecord(17), r -> r.toBytes(KEY), SettledRecord::fromBytes),
        of(new UnfinishedRecord(4096), r -> r.toBytes(KEY), UnfinishedRecord::fromBytes),
        of(new ProducerRecord(5, 6, true), r -> r.toBytes(KEY), ProducerRecord::fromBytes),
        of(new HeadRecord(1, 2, 3, 4, true), r -> r.toBytes(KEY), HeadRecord::fromBytes),
        of(new FormatRecord(1, new UUID(7, 8), 9), r -> r.toBytes(KEY), FormatRecord::fromBytes),
        of(
            new DestinationRecord(
                3, DestinationOptions.DEFAULT.withLanes(10).deadLetteringExpiredTo("dead"), 7),
            r -> r.toBytes(KEY),
            DestinationRecord::fromBytes),
        of(
            new DeadLetterRecord(Destination.topic("日本"), 5, 6, 7, "because"),
            r -> r.toBytes(KEY),
            DeadLetterRecord::fromBytes),
        of(
            new SubscriptionRecord(Bytes.utf8("n"), Bytes.utf8("data"), 1, 2, 3),
            r -> r.toBytes(KEY),
            SubscriptionRecord::fromBytes),
        of(
            new BranchRecord(
                new BranchId(-2, Bytes.utf8("global"), Bytes.EMPTY),
                State.FORCED_ROLLBACK,
                5,
                6,
                7,
                8,
                List.of(9, 10)),
            r -> r.toBytes(KEY),
            BranchRecord::fromBytes),
        of(
            new HoldRecord(Kind.DEAD_LETTER, new Position(1, 2, 3), 4, 5, 6, "poison"),
            r -> r.toBytes(KEY),
            HoldRecord::fromBytes),
        of(
            new PreparedRecord(
                4,
                2,
                new EntryRecord(
                    Bytes.utf8("h"),
                    Bytes.EMPTY,
                    100,
                    5,
                    6,
                    identity(),
                    7,
                    64,
                    0,
                    EntryRecord.DENSE)),
            r -> r.toBytes(KEY),
            PreparedRecord::fromBytes),
        of(
            new RetainedRecord(
                Message.of(Bytes.utf8("h"), Bytes.utf8("b"))
                    .withIdentity(MessageIdentity.of("p", 4))
                    .expiringAt(9)
                    .inLane(2)),
            r -> r.toBytes(KEY),
            RetainedRecord::fromBytes),
        of(
            new CountersRecord(
                true,
                true,
                9,
                8,
                7,
                6,
                5,
                List.of(
                    new CountersRecord.Lane(1, 2, 3, 4, 5),
                    new CountersRecord.Lane(6, 7, 8, 9, 10))),
            r -> r.toBytes(KEY),
            CountersRecord::fromBytes),
        of(new ChunkRecord(Bytes.utf8("piece")), r -> r.toBytes(KEY), ChunkRecord::fromBytes));
  }

  private static Optional<MessageIdentity> identity() {
    return Optional.of(MessageIdentity.of("producer", 7));
  }

  private static Case entry(
      Bytes header,
      Bytes body,
      long expiresAtMillis,
      long contentId,
      Optional<MessageIdentity> identity,
      long previous) {
    long size = contentId == 0 ? body.size() : 1_000_000;
    int chunkBytes = contentId == 0 ? 0 : 4096;
    int origin = contentId == 0 ? 0 : 77;
    return of(
        new EntryRecord(
            header,
            body,
            size,
            5,
            expiresAtMillis,
            identity,
            contentId,
            chunkBytes,
            origin,
            previous),
        r -> r.toBytes(KEY),
        EntryRecord::fromBytes);
  }

  private static <R> Case of(
      R record, Function<R, byte[]> writer, BiFunction<byte[], byte[], R> reader) {
    return new Case(record, Bytes.wrap(writer.apply(record)), reader);
  }

  @ParameterizedTest
  @MethodSource("records")
  void aRecordComesBackAsItWasWritten(Case each) {
    assertThat(each.reader().apply(KEY, each.stored())).isEqualTo(each.record());
  }

  @ParameterizedTest
  @MethodSource("records")
  void noSingleDamagedBitIsTakenForData(Case each) {
    for (int bit = 0; bit < each.stored().length * 8; bit++) {
      byte[] damaged = each.stored();
      damaged[bit / 8] ^= (byte) (1 << (bit % 8));
      assertCorrupt(() -> each.reader().apply(KEY, damaged));
    }
  }

  @ParameterizedTest
  @MethodSource("records")
  void noCutOffValueIsTakenForData(Case each) {
    for (int length = 0; length < each.stored().length; length++) {
      byte[] cut = Arrays.copyOf(each.stored(), length);
      assertCorrupt(() -> each.reader().apply(KEY, cut));
    }
  }

  @ParameterizedTest
  @MethodSource("records")
  void aValueUnderAnotherKeyIsNotTakenForData(Case each) {
    assertCorrupt(() -> each.reader().apply(Keys.entry(1, 0, 2), each.stored()));
  }

  @Test
  void aSealedValueOfAnUnknownRecordVersionIsNotTakenForData() {
    byte[] sealed = Seal.close(KEY, new byte[] {2, 0, 0, 0, 0, 0});

    assertCorrupt(() -> EntryRecord.fromBytes(KEY, sealed));
  }

  private static void assertCorrupt(ThrowingCallable call) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(call)
        .matches(e -> e.code() == Code.CORRUPT)
        .withMessageContaining("ENTRY 1/0/");
  }
}
