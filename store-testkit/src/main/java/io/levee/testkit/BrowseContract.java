package io.levee.testkit;

import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;
import static io.levee.store.StoreException.Code.UNKNOWN_LANE;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.store.Bytes;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.StoredMessage;
import io.levee.store.Subscriptions.Start;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reading pages. */
abstract class BrowseContract extends StoreContractCase {

  @BeforeEach
  void declareQueue() {
    store.declare(ORDERS);
  }

  private Page<StoredMessage> browse(PageRequest request) {
    return store.browse(ORDERS, request);
  }

  @Test
  void anEmptyDestinationIsOneEmptyPage() {
    assertThat(browse(PageRequest.first(10))).isEqualTo(new Page<>(List.of(), false));
    assertThat(browse(PageRequest.after(10, 10))).isEqualTo(new Page<>(List.of(), false));
  }

  @Test
  void anEmptiedDestinationIsOneEmptyPage() {
    putAll(ORDERS, "a", "b", "c").forEach(position -> commit(tx -> tx.acknowledge(position)));

    assertThat(browse(PageRequest.first(10))).isEqualTo(new Page<>(List.of(), false));
  }

  @Test
  void aPageHoldsAtMostItsLimit() {
    putAll(ORDERS, "a", "b", "c");

    Page<StoredMessage> page = browse(PageRequest.first(2));

    assertThat(bodiesOf(page)).containsExactly("a", "b");
    assertThat(page.more()).isTrue();
  }

  @Test
  void theLastPageSaysThatTheEndWasReached() {
    putAll(ORDERS, "a", "b", "c");

    Page<StoredMessage> page = browse(PageRequest.first(4));

    assertThat(bodiesOf(page)).containsExactly("a", "b", "c");
    assertThat(page.more()).isFalse();
  }

  @Test
  void aPageStartsAfterASequenceWhetherThatIsThereOrNot() {
    List<Position> positions = putAll(ORDERS, "a", "b", "c", "d");
    commit(tx -> tx.acknowledge(positions.get(1)));

    assertThat(bodiesOf(browse(PageRequest.after(1, 10)))).containsExactly("c", "d");
    assertThat(bodiesOf(browse(PageRequest.after(2, 10)))).containsExactly("c", "d");
    assertThat(bodiesOf(browse(PageRequest.after(3, 10)))).containsExactly("d");
    assertThat(bodiesOf(browse(PageRequest.after(4, 10)))).isEmpty();
    assertThat(bodiesOf(browse(PageRequest.after(Long.MAX_VALUE, 10)))).isEmpty();
  }

  @Test
  void pagesTogetherHoldEveryMessageOnce() {
    for (int i = 1; i <= 25; i++) {
      put(ORDERS, "m" + i);
    }
    for (long gone : new long[] {1, 2, 10, 11, 12, 25}) {
      commit(tx -> tx.acknowledge(new Position(info(ORDERS).id(), 0, gone)));
    }

    List<StoredMessage> all =
        inPages(4, after -> browse(PageRequest.after(after, 4)), m -> m.position().sequence());

    assertThat(all)
        .extracting(message -> message.position().sequence())
        .containsExactly(
            3L, 4L, 5L, 6L, 7L, 8L, 9L, 13L, 14L, 15L, 16L, 17L, 18L, 19L, 20L, 21L, 22L, 23L, 24L);
  }

  @Test
  void aPageEndsAtItsBytes() {
    Message tenBytes = Message.of(bytes(4), bytes(6));
    for (int i = 0; i < 5; i++) {
      put(ORDERS, tenBytes);
    }

    Page<StoredMessage> page = browse(new PageRequest(0, 0, 100, 25));

    assertThat(page.items()).hasSizeBetween(2, 3);
    assertThat(page.more()).isTrue();
  }

  @Test
  void aPageHoldsOneMessageWhateverItsSize() {
    put(ORDERS, Message.of(bytes(100), bytes(100)));
    put(ORDERS, message("b"));

    Page<StoredMessage> page = browse(new PageRequest(0, 0, 100, 1));

    assertThat(page.items()).hasSize(1);
    assertThat(page.more()).isTrue();
  }

  @Test
  void chunkedBodiesCountForTheBytesOfAPage() {
    Message large = Message.of(Bytes.EMPTY, bytes(limits.inlineBodyBytes() + 1));
    put(ORDERS, large);
    put(ORDERS, large);
    put(ORDERS, large);

    Page<StoredMessage> page = browse(new PageRequest(0, 0, 100, limits.inlineBodyBytes()));

    assertThat(page.items()).hasSize(1);
    assertThat(page.more()).isTrue();
  }

  @Test
  void pagesAreTheSameAfterReopening() {
    putAll(ORDERS, "a", "b", "c");
    Page<StoredMessage> before = browse(PageRequest.after(1, 10));

    reopen();

    assertThat(browse(PageRequest.after(1, 10))).isEqualTo(before);
  }

  @Test
  void aPageDoesNotReachIntoAnotherLaneOrDestination() {
    store.declare(BILLS, DestinationOptions.DEFAULT.withLanes(3));
    put(ORDERS, "other");
    put(BILLS, message("first").inLane(0));
    put(BILLS, message("third").inLane(2));

    assertThat(bodies(BILLS, 0)).containsExactly("first");
    assertThat(bodies(BILLS, 1)).isEmpty();
    assertThat(bodies(BILLS, 2)).containsExactly("third");
    assertThat(store.browse(BILLS, new PageRequest(0, 1, 10, 1000)).more()).isFalse();
  }

  @Test
  void topicsAreBrowsedLikeQueues() {
    store.declare(NEWS);
    store.subscriptions().subscribe(NEWS, Bytes.utf8("s"), Bytes.EMPTY, Start.AFTER_LAST);
    putAll(NEWS, "a", "b");

    assertThat(bodies(NEWS)).containsExactly("a", "b");
  }

  @Test
  void aLaneThatTheDestinationDoesNotHaveIsRefused() {
    assertThat(refusal(() -> browse(PageRequest.first(1).inLane(1)))).isEqualTo(UNKNOWN_LANE);
  }

  @Test
  void anUnknownDestinationIsRefused() {
    assertThat(refusal(() -> store.browse(BILLS, PageRequest.first(1))))
        .isEqualTo(UNKNOWN_DESTINATION);
  }

  @Test
  void readingWhatNeverWasIsEmpty() {
    Position position = put(ORDERS, "a");

    assertThat(store.read(new Position(position.destinationId(), 0, 2))).isEmpty();
    assertThat(store.read(new Position(position.destinationId(), 1, 1))).isEmpty();
    assertThat(store.read(new Position(position.destinationId() + 1, 0, 1))).isEmpty();
    assertThat(store.read(new Position(Integer.MAX_VALUE, 9, Long.MAX_VALUE))).isEmpty();
  }
}
