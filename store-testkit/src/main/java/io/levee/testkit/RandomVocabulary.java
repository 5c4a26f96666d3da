package io.levee.testkit;

import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.MessageIdentity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The few destinations, names and identities of random operations: few, so that they meet. */
final class RandomVocabulary {

  static final Destination DEAD = Destination.deadLetterChannel("dead");
  static final Destination LOST = Destination.deadLetterChannel("lost");
  static final List<Destination> CHANNELS = List.of(DEAD, LOST);
  static final List<Destination> TOPICS =
      List.of(Destination.topic("news"), Destination.topic("a"));

  /** Declared at no time. */
  static final Destination UNKNOWN = Destination.queue("unknown");

  static final List<Bytes> SUBSCRIPTIONS =
      List.of(Bytes.utf8("ann"), Bytes.utf8("bob"), Bytes.utf8("carl"), Bytes.EMPTY);

  static final List<Bytes> PRODUCERS = List.of(Bytes.utf8("p"), Bytes.utf8("pp"), Bytes.EMPTY);

  private static final int IDENTITIES_OF_A_PRODUCER = 15;

  private RandomVocabulary() {}

  static Map<Destination, DestinationOptions> destinations() {
    DestinationOptions usual = DestinationOptions.DEFAULT;
    Map<Destination, DestinationOptions> destinations = new LinkedHashMap<>();
    destinations.put(DEAD, usual);
    destinations.put(LOST, usual.keepingExpired());
    TOPICS.forEach(topic -> destinations.put(topic, usual));
    destinations.put(Destination.queue("a"), usual);
    destinations.put(Destination.queue("a.b"), usual.withLanes(3));
    destinations.put(Destination.queue("a b\u0000\u65e5"), usual.withLanes(10).keepingExpired());
    destinations.put(Destination.queue("rescued"), usual.deadLetteringExpiredTo("dead"));
    return destinations;
  }

  /** Every identity that messages are given. */
  static List<MessageIdentity> identities() {
    List<MessageIdentity> identities = new ArrayList<>();
    for (Bytes producer : PRODUCERS) {
      for (int sequence = 0; sequence < IDENTITIES_OF_A_PRODUCER; sequence++) {
        identities.add(new MessageIdentity(producer, sequence));
      }
    }
    return identities;
  }

  static <T> T anyOf(List<T> choices, Random random) {
    return choices.get(random.nextInt(choices.size()));
  }
}
