package io.levee.leveldb.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.levee.engine.Batch;
import io.levee.engine.Engine;
import io.levee.leveldb.change.EntryAdded;
import io.levee.leveldb.change.EntryRemoved;
import io.levee.leveldb.change.Image;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.change.MessageSettled;
import io.levee.leveldb.key.HeadRecord;
import io.levee.leveldb.key.KeyFamily;
import io.levee.leveldb.key.Keys;
import io.levee.store.BranchId;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.Receipt.Outcome;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreException;
import io.levee.store.StoreTransaction.OnDuplicate;
import io.levee.store.Subscriptions.Start;
import io.levee.testkit.MemoryEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Planners decide; until a draft is accepted neither the image nor the batch knows of it. */
class PlannerTest {

  private static final Destination QUEUE = Destination.queue("q");
  private static final Destination OTHER = Destination.queue("other");
  private static final Destination TOPIC = Destination.topic("t");
  private static final Destination CHANNEL = Destination.deadLetterChannel("dead");
  private static final Bytes ANN = Bytes.utf8("ann");
  private static final Limits LIMITS = new Limits(64, 1024, 1024, 10_000, 100, 1024, 1 << 20);
  private static final BranchId PREPARED = new BranchId(1, Bytes.utf8("prepared"), Bytes.EMPTY);
  private static final BranchId FORCED = new BranchId(1, Bytes.utf8("forced"), Bytes.EMPTY);
  private static final Position FIRST = new Position(1, 0, 1);
  private static final long NOW = 1_000;

  private final Engine engine = MemoryEngine.open();
  private final Image image = new Image(HeadRecord.FIRST, 10);
  private final PendingView pending = new PendingView(engine);

  @BeforeEach
  void declareAndFill() {
    accept(new Intent.Declare(QUEUE, DestinationOptions.DEFAULT, false));
    accept(new Intent.Declare(OTHER, DestinationOptions.DEFAULT, false));
    accept(new Intent.Declare(TOPIC, DestinationOptions.DEFAULT, false));
    accept(new Intent.Declare(CHANNEL, DestinationOptions.DEFAULT, false));
    accept(new Intent.Subscribe(TOPIC, ANN, Bytes.EMPTY, Start.AFTER_LAST, false));
    accept(new Intent.Subscribe(TOPIC, Bytes.utf8("bob"), Bytes.EMPTY, Start.AFTER_LAST, false));
    accept(enqueue(QUEUE, 1));
    accept(enqueue(TOPIC, 2));
    accept(new Intent.Prepare(PREPARED, List.of(enqueue(OTHER, 77))));
    accept(new Intent.Prepare(FORCED, List.of(enqueue(OTHER, 78))));
    accept(new Intent.RollbackBranch(FORCED, true));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  static Stream<Intent> everyIntent() {
    return Stream.of(
        new Intent.Declare(Destination.queue("new"), DestinationOptions.DEFAULT, false),
        new Intent.Remove(QUEUE),
        new Intent.Remove(TOPIC),
        new Intent.Purge(QUEUE, count -> {}),
        new Intent.Purge(TOPIC, count -> {}),
        enqueue(QUEUE, 9),
        new Intent.Enqueue(
            QUEUE, Message.of(Bytes.EMPTY, Bytes.wrap(new byte[5_000])), OnDuplicate.REFUSE),
        new Intent.Acknowledge(FIRST),
        new Intent.Acknowledge(new Position(3, 0, 1)),
        new Intent.Move(FIRST, OTHER),
        new Intent.DeadLetter(FIRST, "dead", "why"),
        new Intent.RecordRedelivery(FIRST),
        new Intent.UpdateHeader(FIRST, Bytes.utf8("longer than before")),
        new Intent.Retain(QUEUE, Message.of(Bytes.EMPTY, Bytes.utf8("last"))),
        new Intent.OpenContent(77, 1024),
        new Intent.Subscribe(TOPIC, Bytes.utf8("carl"), Bytes.EMPTY, Start.AT_FIRST, false),
        new Intent.Unsubscribe(TOPIC, ANN),
        new Intent.Settle(TOPIC, ANN, 1),
        new Intent.Prepare(
            new BranchId(1, Bytes.utf8("g"), Bytes.EMPTY),
            List.of(new Intent.Acknowledge(FIRST), enqueue(OTHER, 3))),
        new Intent.Prepare(
            new BranchId(1, Bytes.utf8("g"), Bytes.EMPTY),
            List.of(new Intent.Settle(TOPIC, ANN, 1))),
        new Intent.CommitBranch(PREPARED, false, 0),
        new Intent.RollbackBranch(PREPARED, true),
        new Intent.ForgetBranch(FORCED),
        new Intent.Sweep(3, List.of(1L), 0, 0),
        new Intent.RaiseLow(1, 0, 1),
        new Intent.Erase(1, 0, List.of(), 0, true, 1));
  }

  @ParameterizedTest
  @MethodSource("everyIntent")
  void planningAltersNothingUntilTheDraftIsAccepted(Intent intent) {
    String before = state();
    Draft draft = draft();

    Planner.plan(intent, draft);

    assertThat(state()).isEqualTo(before);
    assertThat(draft.outcomes()).extracting(Outcome::status).containsExactly(Status.APPLIED);
    draft.accept();
    assertThat(image.isTouched() || !pending.isEmpty()).isTrue();
  }

  @Test
  void whatTakesNoPlaceAmongTheExpiriesDeletesNone() {
    Destination keeping = Destination.queue("keeping");
    accept(new Intent.Declare(keeping, DestinationOptions.DEFAULT.keepingExpired(), false));
    Message message = Message.of(Bytes.EMPTY, Bytes.utf8("m")).expiringAt(NOW + 1);
    accept(new Intent.Enqueue(keeping, message, OnDuplicate.REFUSE));
    Position kept = image.destination(keeping).map(each -> new Position(each.id(), 0, 1)).get();

    Draft draft = accept(new Intent.Acknowledge(kept));

    assertThat(draft.get(Keys.entry(kept))).isEmpty();
    List<Integer> families = new ArrayList<>();
    pending.drainTo(new Batch(), (key, deleted) -> families.add((int) key[0]));
    assertThat(families).doesNotContain(KeyFamily.EXPIRY.tag());
  }

  @Test
  void twoAcknowledgementsInOneGroupCountOnceThoughNothingIsWritten() {
    Draft first = accept(new Intent.Acknowledge(FIRST));
    Draft second = accept(new Intent.Acknowledge(FIRST));

    assertThat(first.outcomes()).extracting(Outcome::status).containsExactly(Status.APPLIED);
    assertThat(second.outcomes()).extracting(Outcome::status).containsExactly(Status.ABSENT);
    assertThat(image.destination(1).orElseThrow().toRecord().count()).isZero();
  }

  @Test
  void anIdentityOfTheSameGroupIsADuplicateThoughNothingIsWritten() {
    Draft again = accept(enqueue(QUEUE, 1));

    assertThat(again.outcomes()).containsExactly(new Outcome(Status.DUPLICATE, Optional.of(FIRST)));
    assertThat(again.changes()).isEmpty();
  }

  @Test
  void aRefusedTransactionLeavesNoTraceOfWhatItDecidedBefore() {
    String before = state();
    Draft draft = draft();
    Planner.plan(new Intent.Acknowledge(FIRST), draft);

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> Planner.plan(enqueue(Destination.queue("none"), 3), draft))
        .matches(e -> e.code() == StoreException.Code.UNKNOWN_DESTINATION);

    assertThat(state()).isEqualTo(before);
  }

  @Test
  void theLastSubscriptionToSettleRemovesTheMessage() {
    Draft first = accept(new Intent.Settle(TOPIC, ANN, 1));
    Draft last = accept(new Intent.Settle(TOPIC, Bytes.utf8("bob"), 1));

    assertThat(first.changes()).hasOnlyElementsOfType(MessageSettled.class);
    assertThat(last.changes()).hasExactlyElementsOfTypes(MessageSettled.class, EntryRemoved.class);
  }

  @Test
  void aMoveIsARemovalAndAnAdditionAndTouchesNoChunk() {
    Draft large =
        accept(
            new Intent.Enqueue(
                QUEUE, Message.of(Bytes.EMPTY, Bytes.wrap(new byte[5_000])), OnDuplicate.REFUSE));
    Position position = large.outcomes().get(0).position().orElseThrow();

    Draft moved = accept(new Intent.Move(position, OTHER));

    assertThat(moved.changes()).hasExactlyElementsOfTypes(EntryRemoved.class, EntryAdded.class);
    assertThat(((EntryRemoved) moved.changes().get(0)).keepChunks()).isTrue();
  }

  private static Intent enqueue(Destination destination, long sequence) {
    Message message =
        Message.of(Bytes.utf8("h"), Bytes.utf8("b"))
            .withIdentity(MessageIdentity.of("p", sequence));
    return new Intent.Enqueue(destination, message, OnDuplicate.KEEP_STORED);
  }

  private Draft draft() {
    return new Draft(image, pending, LIMITS, NOW);
  }

  private Draft accept(Intent intent) {
    Draft draft = draft();
    Planner.plan(intent, draft);
    draft.accept();
    return draft;
  }

  /** The image as text: what would be written of it. */
  private String state() {
    Image.Touched all = image.everything();
    String destinations =
        all.destinations().stream()
            .map(each -> each.destination() + " " + each.toRecord())
            .collect(Collectors.joining("\n"));
    String subscriptions =
        all.subscriptions().stream()
            .map(each -> each.toRecord() + " " + each.isSettled(1))
            .collect(Collectors.joining("\n"));
    return destinations
        + "\n"
        + subscriptions
        + "\n"
        + image.head()
        + image.producer(Bytes.utf8("p"))
        + image.unfinishedContents();
  }
}
