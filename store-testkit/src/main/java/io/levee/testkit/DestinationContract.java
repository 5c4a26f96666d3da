package io.levee.testkit;

import static io.levee.store.Receipt.Status.ABSENT;
import static io.levee.store.StoreException.Code.NAME_TOO_LONG;
import static io.levee.store.StoreException.Code.OPTIONS_DIFFER;
import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;
import static io.levee.store.StoreException.Code.WRONG_KIND;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.DestinationOptions;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Declaring, finding and removing destinations. */
abstract class DestinationContract extends StoreContractCase {

  static List<String> unusualNames() {
    return List.of(
        "a:b",
        "a::b",
        "a/b",
        "a\\b",
        "a.b",
        "a b",
        " ",
        ".",
        "..",
        "*",
        ">",
        "\u0000",
        "a\u0000",
        "\n",
        "\uffff",
        "Straße",
        "\u65e5\u672c\u8a9e",
        "\ud83d\ude00",
        "MESSAGE_COUNT",
        "n".repeat(500),
        "\u65e5".repeat(300));
  }

  @Test
  void aNewStoreHasNoDestinations() {
    assertThat(store.destinations()).isEmpty();
    assertThat(store.find(ORDERS)).isEmpty();
  }

  @Test
  void declaringAnswersAnEmptyDestination() {
    DestinationInfo declared = store.declare(ORDERS);

    assertThat(declared.destination()).isEqualTo(ORDERS);
    assertThat(declared.options()).isEqualTo(DestinationOptions.DEFAULT);
    assertThat(declared.id()).isPositive();
    assertThat(declared.messageCount()).isZero();
    assertThat(declared.messageBytes()).isZero();
    assertThat(declared.lastSequence()).isZero();
    assertThat(store.find(ORDERS)).contains(declared);
  }

  @Test
  void declaringAgainChangesNothing() {
    store.declare(ORDERS);
    put(ORDERS, "a");
    DestinationInfo before = info(ORDERS);

    DestinationInfo again = store.declare(ORDERS);

    assertThat(again).isEqualTo(before);
    assertThat(bodies(ORDERS)).containsExactly("a");
  }

  @Test
  void declaringWithOtherOptionsIsRefused() {
    DestinationOptions lanes = DestinationOptions.DEFAULT.withLanes(3);
    store.declare(ORDERS, lanes);

    assertThat(refusal(() -> store.declare(ORDERS))).isEqualTo(OPTIONS_DIFFER);
    assertThat(refusal(() -> store.declare(ORDERS, lanes.keepingExpired())))
        .isEqualTo(OPTIONS_DIFFER);
    assertThat(info(ORDERS).options()).isEqualTo(lanes);
  }

  @Test
  void onlyQueuesHaveMoreThanOneLane() {
    DestinationOptions lanes = DestinationOptions.DEFAULT.withLanes(2);

    assertThat(refusal(() -> store.declare(NEWS, lanes))).isEqualTo(WRONG_KIND);
    assertThat(refusal(() -> store.declare(DEAD, lanes))).isEqualTo(WRONG_KIND);
    assertThat(store.destinations()).isEmpty();
  }

  @Test
  void optionsSurviveReopening() {
    DestinationOptions options =
        DestinationOptions.DEFAULT.withLanes(10).deadLetteringExpiredTo("dead");
    store.declare(DEAD);
    DestinationInfo declared = store.declare(ORDERS, options);
    store.declare(BILLS, DestinationOptions.DEFAULT.keepingExpired());

    reopen();

    assertThat(store.find(ORDERS)).contains(declared);
    assertThat(info(ORDERS).options()).isEqualTo(options);
    assertThat(info(BILLS).options()).isEqualTo(DestinationOptions.DEFAULT.keepingExpired());
  }

  @Test
  void destinationsComeInTheirOrder() {
    Destination sameName = Destination.topic("orders");
    List.of(DEAD, NEWS, ORDERS, sameName, BILLS).forEach(store::declare);

    assertThat(store.destinations())
        .extracting(DestinationInfo::destination)
        .containsExactly(BILLS, ORDERS, NEWS, sameName, DEAD);
  }

  @Test
  void kindsOfOneNameAreDifferentDestinations() {
    Destination topic = Destination.topic("orders");
    Destination channel = Destination.deadLetterChannel("orders");
    store.declare(ORDERS);
    store.declare(topic, DestinationOptions.DEFAULT.keepingExpired());
    store.declare(channel);
    put(ORDERS, "a");

    assertThat(store.remove(topic)).isTrue();

    assertThat(bodies(ORDERS)).containsExactly("a");
    assertThat(store.find(topic)).isEmpty();
    assertThat(info(channel).messageCount()).isZero();
  }

  @ParameterizedTest
  @MethodSource("unusualNames")
  void noCharacterOfANameHasAMeaning(String name) {
    Destination destination = Destination.queue(name);
    store.declare(destination);
    put(destination, "a");

    reopen();

    assertThat(store.destinations())
        .extracting(DestinationInfo::destination)
        .containsExactly(destination);
    assertThat(bodies(destination)).containsExactly("a");
    assertThat(store.remove(destination)).isTrue();
    assertThat(store.destinations()).isEmpty();
  }

  @Test
  void namesThatBeginAlikeAreKeptApart() {
    List<Destination> destinations =
        List.of("a", "a.b", "ab", "a/b", "a\u0000", "a\u0000b").stream()
            .map(Destination::queue)
            .toList();
    destinations.forEach(store::declare);
    destinations.forEach(destination -> put(destination, destination.name()));

    store.remove(destinations.get(0));

    assertThat(store.find(destinations.get(0))).isEmpty();
    for (Destination other : destinations.subList(1, destinations.size())) {
      assertThat(bodies(other)).containsExactly(other.name());
    }
  }

  @Test
  void aNameOfTheLimitIsTaken() {
    Destination longest = Destination.queue("n".repeat(limits.maxNameBytes()));

    store.declare(longest);

    assertThat(store.find(longest)).isPresent();
  }

  @Test
  void aLongerNameIsRefused() {
    Destination tooLong = Destination.queue("n".repeat(limits.maxNameBytes() + 1));

    assertThat(refusal(() -> store.declare(tooLong))).isEqualTo(NAME_TOO_LONG);
    assertThat(store.find(tooLong)).isEmpty();
  }

  @Test
  void theLimitOfANameCountsBytes() {
    Destination tooLong = Destination.queue("\u65e5".repeat(limits.maxNameBytes() / 3 + 1));

    assertThat(refusal(() -> store.declare(tooLong))).isEqualTo(NAME_TOO_LONG);
  }

  @Test
  void removingAnswersWhetherThereWasOne() {
    store.declare(ORDERS);

    assertThat(store.remove(ORDERS)).isTrue();
    assertThat(store.remove(ORDERS)).isFalse();
    assertThat(store.find(ORDERS)).isEmpty();
  }

  @Test
  void aRemovedDestinationTakesItsMessagesAlong() {
    store.declare(ORDERS);
    store.declare(BILLS);
    Position gone = put(ORDERS, message("a"));
    put(BILLS, "b");

    store.remove(ORDERS);

    assertThat(store.read(gone)).isEmpty();
    assertThat(store.readChunk(gone, 0)).isEmpty();
    assertThat(store.openBody(gone)).isEmpty();
    assertThat(refusal(() -> store.browse(ORDERS, PageRequest.first(1))))
        .isEqualTo(UNKNOWN_DESTINATION);
    assertThat(bodies(BILLS)).containsExactly("b");
  }

  @Test
  void aRemovedDestinationStaysAwayAfterReopening() {
    store.declare(ORDERS);
    Position gone = put(ORDERS, "a");
    store.remove(ORDERS);

    reopen();

    assertThat(store.find(ORDERS)).isEmpty();
    assertThat(store.read(gone)).isEmpty();
  }

  @Test
  void aDestinationThatIsDeclaredAnewIsAnotherOne() {
    DestinationInfo first = store.declare(ORDERS);
    Position old = put(ORDERS, "old");
    store.remove(ORDERS);

    DestinationInfo second = store.declare(ORDERS, DestinationOptions.DEFAULT.withLanes(2));
    Position young = put(ORDERS, "young");

    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(second.messageCount()).isZero();
    assertThat(young).isNotEqualTo(old);
    assertThat(store.read(old)).isEmpty();
    assertThat(statusOf(tx -> tx.acknowledge(old))).isEqualTo(ABSENT);
    assertThat(bodies(ORDERS)).containsExactly("young");
  }

  @Test
  void theNumberOfARemovedDestinationIsNotUsedAgainAfterReopening() {
    int removed = store.declare(ORDERS).id();
    store.remove(ORDERS);

    reopen();

    assertThat(store.declare(ORDERS).id()).isNotEqualTo(removed);
    assertThat(store.declare(BILLS).id()).isNotEqualTo(removed);
  }
}
