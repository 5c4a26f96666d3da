package io.levee.testkit;

import static io.levee.testkit.RandomVocabulary.anyOf;

import io.levee.store.Bytes;
import io.levee.store.ContentWriter;
import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.Subscriptions.Start;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes random steps: transactions mostly, and now and then everything else that a store does. */
final class RandomSteps {

  /** When a model holds so many messages, purging becomes frequent. */
  private static final int MANY = 250;

  private final Random random;
  private final RandomPlaces places;
  private final RandomTransactions transactions;
  private final RandomBranches branches;
  private final Map<Destination, DestinationOptions> destinations = RandomVocabulary.destinations();

  RandomSteps(Random random, RandomPlaces places, RandomTransactions transactions) {
    this.random = random;
    this.places = places;
    this.transactions = transactions;
    this.branches = new RandomBranches(random, transactions);
  }

  /** Declares every destination of the vocabulary. */
  List<RandomStep> first() {
    List<RandomStep> steps = new ArrayList<>();
    destinations.keySet().forEach(destination -> steps.add(declare(destination)));
    return steps;
  }

  /** The next step for a store that holds these destinations. */
  RandomStep next(List<DestinationInfo> held) {
    if (held.size() < destinations.size() && random.nextInt(5) == 0) {
      return declare(anyOf(List.copyOf(destinations.keySet()), random));
    }
    long storedMessages = held.stream().mapToLong(DestinationInfo::messageCount).sum();
    int choice = random.nextInt(1000);
    if (choice < (storedMessages > MANY ? 100 : 8)) {
      return purge();
    }
    if (choice < 750) {
      return transactions.next();
    }
    if (choice < 850) {
      return branches.next();
    }
    if (choice < 900) {
      return stream();
    }
    if (choice < 920) {
      return abandon();
    }
    if (choice < 950) {
      return expire();
    }
    return choice < 980 ? subscription(choice) : declaration(choice);
  }

  private RandomStep purge() {
    Destination destination = places.destination();
    return new RandomStep(
        "purge " + destination,
        answer -> answer.startsWith("purged") && !answer.equals("purged 0"),
        (store, at) -> "purged " + store.purge(destination));
  }

  private RandomStep stream() {
    Destination destination = places.destination();
    Bytes body = transactions.body();
    return new RandomStep(
        "stream " + body.size() + " bytes into " + destination,
        RandomStep::unlessRefused,
        (store, at) -> {
          try (ContentWriter writer = store.newContent()) {
            writer.write(body.toArray(), 0, body.size());
            var transaction = store.begin();
            transaction.enqueue(destination, Message.of(Bytes.EMPTY, writer.finish()));
            return "streamed " + transaction.commit().outcomes().get(0).status();
          }
        });
  }

  private RandomStep abandon() {
    Bytes body = transactions.body();
    boolean closes = random.nextBoolean();
    return new RandomStep(
        (closes ? "give up " : "forget ") + "a stream of " + body.size() + " bytes",
        RandomStep::notYet,
        (store, at) -> {
          ContentWriter writer = store.newContent();
          writer.write(body.toArray(), 0, body.size());
          if (closes) {
            writer.close();
          }
          return "given up";
        });
  }

  private RandomStep expire() {
    long nowMillis = transactions.expiredAt();
    int limit = 1 + random.nextInt(10);
    return new RandomStep(
        "expire " + limit + " at " + nowMillis,
        RandomStep::notYet,
        (store, at) -> "expired " + store.expire(nowMillis, limit));
  }

  private RandomStep subscription(int choice) {
    Destination topic = anyOf(RandomVocabulary.TOPICS, random);
    Bytes name = anyOf(RandomVocabulary.SUBSCRIPTIONS, random);
    if (choice < 958) {
      return new RandomStep(
          "unsubscribe " + name + " from " + topic,
          "unsubscribed true"::equals,
          true,
          (store, at) -> "unsubscribed " + store.subscriptions().unsubscribe(topic, name));
    }
    Start start = anyOf(List.of(Start.values()), random);
    if (choice > 974) {
      return resubscribe(topic, name, start);
    }
    return new RandomStep(
        "subscribe " + name + " to " + topic + " " + start,
        RandomStep::unlessRefused,
        (store, at) ->
            "pending "
                + store
                    .subscriptions()
                    .subscribe(topic, name, Bytes.utf8("d"), start)
                    .pendingCount());
  }

  private static RandomStep resubscribe(Destination topic, Bytes name, Start start) {
    return new RandomStep(
        "resubscribe " + name + " to " + topic + " " + start,
        RandomStep::unlessRefused,
        true,
        (store, at) ->
            "pending "
                + store
                    .subscriptions()
                    .resubscribe(topic, name, Bytes.utf8("e"), start)
                    .pendingCount());
  }

  /** The channel of expired messages stays: what happens to them without it is left open. */
  private RandomStep declaration(int choice) {
    Destination destination = anyOf(List.copyOf(destinations.keySet()), random);
    if (choice > 983 || destination.equals(RandomVocabulary.DEAD)) {
      return choice > 997 ? flush() : declare(destination);
    }
    return new RandomStep(
        "remove " + destination,
        "removed true"::equals,
        (store, at) -> "removed " + store.remove(destination));
  }

  private RandomStep declare(Destination destination) {
    DestinationOptions options = destinations.get(destination);
    return new RandomStep(
        "declare " + destination,
        answer -> answer.startsWith("new"),
        (store, at) -> {
          String age = store.find(destination).isPresent() ? "old" : "new";
          return age + ", holds " + store.declare(destination, options).messageCount();
        });
  }

  private static RandomStep flush() {
    return new RandomStep(
        "flush",
        RandomStep::unlessRefused,
        (store, at) -> {
          store.flush();
          return "flushed";
        });
  }
}
