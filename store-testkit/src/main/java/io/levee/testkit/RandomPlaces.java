package io.levee.testkit;

import static io.levee.testkit.RandomVocabulary.anyOf;

import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.DestinationOptions.Expiry;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Picks where random operations happen: mostly where the model holds something. */
final class RandomPlaces {

  private static final int REMEMBERED = 50;

  private final Random random;
  private final Supplier<StoreModel> model;
  private final List<Position> earlier = new ArrayList<>();
  private final List<Destination> known =
      RandomVocabulary.destinations().keySet().stream()
          .filter(destination -> !RandomVocabulary.CHANNELS.contains(destination))
          .toList();

  RandomPlaces(Random random, Supplier<StoreModel> model) {
    this.random = random;
    this.model = model;
  }

  /** A queue or topic; now and then a channel, or one that was never declared. */
  Destination destination() {
    int choice = random.nextInt(100);
    if (choice == 0) {
      return RandomVocabulary.UNKNOWN;
    }
    return anyOf(choice < 4 ? RandomVocabulary.CHANNELS : known, random);
  }

  /** A lane of {@code destination}; now and then one that it does not have. */
  int lane(Destination destination) {
    int lanes = model.get().find(destination).map(info -> info.options().lanes()).orElse(1);
    return random.nextInt(60) == 0 ? 9 : random.nextInt(lanes);
  }

  /** Whether the store leaves what expired in {@code destination}, or does not have it. */
  boolean keepsExpired(Destination destination) {
    return model
        .get()
        .find(destination)
        .filter(info -> info.options().expiry() != Expiry.KEEP)
        .isEmpty();
  }

  /** The position of a message anywhere; now and then one where nothing is any more. */
  Position any() {
    return anyIn(model.get().destinations());
  }

  /** The position of a dead letter, if there is one. */
  Position anyDead() {
    return anyIn(
        model.get().destinations().stream()
            .filter(info -> info.destination().kind() == Destination.Kind.DEAD_LETTER_CHANNEL)
            .toList());
  }

  private Position anyIn(List<DestinationInfo> choices) {
    List<DestinationInfo> filled =
        choices.stream().filter(info -> info.messageCount() > info.heldCount()).toList();
    if (filled.isEmpty() || (!earlier.isEmpty() && random.nextInt(10) == 0)) {
      return earlier.isEmpty() ? new Position(1, 0, 1) : anyOf(earlier, random);
    }
    Position position = anyOf(positions(anyOf(filled, random)), random);
    remember(position);
    return position;
  }

  private List<Position> positions(DestinationInfo info) {
    List<Position> positions = new ArrayList<>();
    for (int lane = 0; lane < info.options().lanes(); lane++) {
      PageRequest request = PageRequest.first(100_000).inLane(lane);
      model.get().browse(info.destination(), request).items().stream()
          .map(message -> message.position())
          .forEach(positions::add);
    }
    return positions;
  }

  private void remember(Position position) {
    if (earlier.size() < REMEMBERED) {
      earlier.add(position);
    } else {
      earlier.set(random.nextInt(REMEMBERED), position);
    }
  }

  /** The name of a subscription of {@code topic}; now and then any name. */
  Bytes subscription(Destination topic) {
    List<Bytes> names =
        model.get().subscriptions().list(topic).stream().map(info -> info.name()).toList();
    boolean any = names.isEmpty() || random.nextInt(30) == 0;
    return anyOf(any ? RandomVocabulary.SUBSCRIPTIONS : names, random);
  }

  /** A sequence of {@code topic}, mostly of a message that it holds. */
  long sequenceIn(Destination topic) {
    List<Position> positions = model.get().find(topic).map(this::positions).orElse(List.of());
    boolean any = positions.isEmpty() || random.nextInt(20) == 0;
    return any ? 1 + random.nextInt(100) : anyOf(positions, random).sequence();
  }
}
