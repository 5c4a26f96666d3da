package io.levee.testkit;

import static io.levee.testkit.RandomVocabulary.anyOf;

import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.MessageStore;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Outcome;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreTransaction;
import io.levee.store.StoreTransaction.OnDuplicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Makes random transactions of a few operations each; some are refused on purpose. */
final class RandomTransactions {

  /** How one operation is asked for, and whether its outcome says where a message lies now. */
  record Operation(String text, boolean places, Request request) {}

  /** How it is asked for. */
  interface Request {
    void of(StoreTransaction transaction, UnaryOperator<Position> places);
  }

  private final Random random;
  private final RandomPlaces places;
  private final StoreLimits limits;
  private final long startMillis;
  private final List<MessageIdentity> identities = RandomVocabulary.identities();
  private int messages;
  private int expiring;

  RandomTransactions(Random random, RandomPlaces places, StoreLimits limits, long startMillis) {
    this.random = random;
    this.places = places;
    this.limits = limits;
    this.startMillis = startMillis;
  }

  RandomStep next() {
    boolean rolledBack = random.nextInt(30) == 0;
    CommitDurability durability =
        random.nextInt(3) == 0 ? CommitDurability.SYNC : CommitDurability.BUFFERED;
    List<Operation> operations = new ArrayList<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      operations.add(operation());
    }
    String text =
        (rolledBack ? "rolled back" : durability.toString())
            + operations.stream().map(Operation::text).collect(Collectors.toList());
    boolean durable = durability == CommitDurability.SYNC && !rolledBack;
    return new RandomStep(
        text,
        durable ? RandomStep::unlessRefused : RandomStep::notYet,
        (store, places) -> {
          StoreTransaction transaction = store.begin();
          operations.forEach(operation -> operation.request().of(transaction, places));
          if (rolledBack) {
            transaction.rollback();
            return "rolled back";
          }
          return outcomes(store, operations, transaction.commit(durability));
        });
  }

  /** A few operations that a branch can promise, and seldom one that it cannot. */
  List<Operation> promisable() {
    List<Operation> operations = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int choice = random.nextInt(100);
      operations.add(choice < 50 ? enqueue() : operation(40 + random.nextInt(45)));
    }
    return operations;
  }

  private static String outcomes(MessageStore store, List<Operation> operations, Receipt receipt) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < operations.size(); i++) {
      Outcome outcome = receipt.outcomes().get(i);
      text.append(outcome.status()).append(' ');
      if (operations.get(i).places() && outcome.status() != Status.ABSENT) {
        text.append(place(store, outcome.position().orElseThrow())).append(' ');
      }
    }
    return text.toString();
  }

  private static String place(MessageStore store, Position position) {
    return store.destinations().stream()
            .filter(info -> info.id() == position.destinationId())
            .map(DestinationInfo::destination)
            .findFirst()
            .map(Destination::toString)
            .orElse("nowhere")
        + (" " + position.lane() + "/" + position.sequence());
  }

  private Operation operation() {
    return operation(random.nextInt(100));
  }

  private Operation operation(int choice) {
    if (choice < 40) {
      return enqueue();
    }
    if (choice < 60) {
      Position position = places.any();
      return new Operation(
          "acknowledge " + position, false, (tx, at) -> tx.acknowledge(at.apply(position)));
    }
    if (choice < 68) {
      return settle();
    }
    return choice < 92 ? relocate(choice) : retain(choice);
  }

  private Operation relocate(int choice) {
    Position position = places.any();
    if (choice < 74) {
      Destination target = places.destination();
      return new Operation(
          "move " + position + " to " + target,
          true,
          (tx, at) -> tx.move(at.apply(position), target));
    }
    if (choice < 80) {
      String channel = random.nextInt(3) == 0 ? "lost" : "dead";
      String reason = "reason " + messages;
      return new Operation(
          "dead-letter " + position + " to " + channel,
          true,
          (tx, at) -> tx.deadLetter(at.apply(position), channel, reason));
    }
    if (choice < 84) {
      return restore(places.anyDead());
    }
    if (choice < 88) {
      return new Operation(
          "redeliver " + position, false, (tx, at) -> tx.recordRedelivery(at.apply(position)));
    }
    Bytes header = header();
    return new Operation(
        "header of " + position + ": " + header.size() + " bytes",
        false,
        (tx, at) -> tx.updateHeader(at.apply(position), header));
  }

  private Operation restore(Position position) {
    Optional<Destination> target =
        Optional.of(places.destination()).filter(any -> random.nextInt(3) == 0);
    return new Operation(
        "restore " + position + target.map(to -> " to " + to).orElse(""),
        true,
        (tx, at) -> tx.restore(at.apply(position), target));
  }

  private Operation settle() {
    Destination topic = anyOf(RandomVocabulary.TOPICS, random);
    Bytes name = places.subscription(topic);
    long sequence = places.sequenceIn(topic);
    return new Operation(
        "settle " + sequence + " of " + topic + " for " + name,
        false,
        (tx, at) -> tx.settle(topic, name, sequence));
  }

  private Operation retain(int choice) {
    Destination destination = places.destination();
    if (choice < 95) {
      return new Operation(
          "clear retained of " + destination, false, (tx, at) -> tx.clearRetained(destination));
    }
    Message message = Message.of(header(), Bytes.utf8("retained " + messages));
    return new Operation(
        "retain " + messages + " in " + destination,
        false,
        (tx, at) -> tx.retain(destination, message));
  }

  private Operation enqueue() {
    Destination destination = places.destination();
    Message message = message(places.lane(destination));
    if (random.nextInt(100) == 0 && !places.keepsExpired(destination)) {
      message = message.expiringAt(startMillis - 1);
    }
    return enqueue(destination, message);
  }

  private Operation enqueue(Destination destination, Message message) {
    OnDuplicate onDuplicate = random.nextInt(4) == 0 ? OnDuplicate.REFUSE : OnDuplicate.KEEP_STORED;
    return new Operation(
        "enqueue " + describe(message) + " in " + destination + " " + onDuplicate,
        true,
        (tx, at) -> tx.enqueue(destination, message, onDuplicate));
  }

  private static String describe(Message message) {
    return message.body().size()
        + " bytes, lane "
        + message.lane()
        + message
            .identity()
            .map(id -> ", " + id.producer().toUtf8() + "#" + id.sequence())
            .orElse("")
        + (message.expiresAtMillis() == 0 ? "" : ", expires " + message.expiresAtMillis());
  }

  private Message message(int lane) {
    Message message = Message.of(header(), body()).inLane(lane);
    if (random.nextInt(3) == 0) {
      message = message.withIdentity(anyOf(identities, random));
    }
    if (random.nextInt(4) == 0) {
      message = message.expiringAt(expiry());
    }
    return message;
  }

  /** Each time once, so that there is one right order of what expired. */
  private long expiry() {
    expiring++;
    return startMillis + 1000 + (expiring ^ 5);
  }

  /** A time at which some of the messages that expire have expired. */
  long expiredAt() {
    return startMillis + 1000 + expiring - random.nextInt(20);
  }

  private Bytes header() {
    if (random.nextInt(200) == 0) {
      return Bytes.wrap(new byte[limits.maxHeaderBytes() + 1]);
    }
    return Bytes.utf8("h".repeat(random.nextInt(6)));
  }

  /** A body that no other message has, mostly small. */
  Bytes body() {
    messages++;
    String text = "body " + messages + " ";
    int choice = random.nextInt(40);
    if (choice == 0) {
      return Bytes.EMPTY;
    }
    if (choice > 3) {
      return Bytes.utf8(text);
    }
    int size = random.nextInt(Math.toIntExact(limits.maxBodyBytes()));
    return Bytes.utf8(text.repeat(size / text.length() + 1).substring(0, size));
  }
}
