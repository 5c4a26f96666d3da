package io.levee.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.levee.store.Bytes;
import io.levee.store.DeadLetter;
import io.levee.store.Destination;
import io.levee.store.Destination.Kind;
import io.levee.store.DestinationInfo;
import io.levee.store.MessageStore;
import io.levee.store.Page;
import io.levee.store.SubscriptionInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is in a store, in the form that {@code levee stats} prints.
 *
 * @param directory the store's directory
 * @param messageCount the messages of all destinations
 * @param messageBytes their bytes
 * @param diskBytes what its files take
 * @param disk the same by what takes it
 * @param destinations its destinations, in their order
 */
record StoreFigures(
    String directory,
    long messageCount,
    long messageBytes,
    long diskBytes,
    Map<String, Long> disk,
    List<Place> destinations) {

  private static final int PAGE = 10_000;

  /** A queue, a topic or a dead-letter channel. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record Place(
      String kind,
      String name,
      long messageCount,
      long messageBytes,
      long lastSequence,
      List<Subscription> subscriptions,
      Map<String, Long> deadLettersByOrigin) {}

  /** A durable subscription and what waits for it. */
  record Subscription(String name, long pendingCount, long pendingBytes) {}

  /** The figures of the store in {@code place}, as they are before it is opened for it. */
  static StoreFigures of(StorePlace place) throws IOException {
    try (MessageStore store = place.open()) {
      List<Place> places = new ArrayList<>();
      for (DestinationInfo info : store.destinations()) {
        places.add(place(store, info));
      }
      Map<String, Long> disk = disk(place.files());
      return new StoreFigures(
          place.path().toAbsolutePath().toString(),
          places.stream().mapToLong(Place::messageCount).sum(),
          places.stream().mapToLong(Place::messageBytes).sum(),
          disk.values().stream().mapToLong(Long::longValue).sum(),
          disk,
          places);
    }
  }

  private static Place place(MessageStore store, DestinationInfo info) {
    Destination destination = info.destination();
    return new Place(
        kind(destination.kind()),
        destination.name(),
        info.messageCount(),
        info.messageBytes(),
        info.lastSequence(),
        subscriptions(store, destination),
        deadLetters(store, destination));
  }

  private static String kind(Kind kind) {
    return switch (kind) {
      case QUEUE -> "queue";
      case TOPIC -> "topic";
      case DEAD_LETTER_CHANNEL -> "dead letters";
    };
  }

  private static List<Subscription> subscriptions(MessageStore store, Destination topic) {
    List<Subscription> subscriptions = new ArrayList<>();
    for (SubscriptionInfo each : store.subscriptions().list(topic)) {
      subscriptions.add(
          new Subscription(readable(each.name()), each.pendingCount(), each.pendingBytes()));
    }
    return subscriptions;
  }

  /** The adapter writes the length of the client's name before it; a person can do without. */
  static String readable(Bytes name) {
    return name.toUtf8().replaceFirst("^\\d+:", "");
  }

  private static Map<String, Long> deadLetters(MessageStore store, Destination channel) {
    Map<String, Long> counts = new TreeMap<>();
    if (channel.kind() == Kind.DEAD_LETTER_CHANNEL) {
      for (Destination origin : store.deadLetters().origins(channel.name())) {
        counts.put(origin.toString(), deadLetters(store, channel, origin));
      }
    }
    return counts;
  }

  private static long deadLetters(MessageStore store, Destination channel, Destination origin) {
    long count = 0;
    long after = 0;
    Page<DeadLetter> page;
    do {
      page = store.deadLetters().listFrom(channel.name(), origin, after, PAGE);
      count += page.items().size();
      if (!page.items().isEmpty()) {
        after = page.items().get(page.items().size() - 1).message().position().sequence();
      }
    } while (page.more());
    return count;
  }

  private static Map<String, Long> disk(List<Path> files) throws IOException {
    Map<String, Long> bytes = new TreeMap<>();
    for (Path file : files) {
      bytes.merge(use(file), Files.size(file), Long::sum);
    }
    return bytes;
  }

  private static String use(Path file) {
    String name = file.getFileName().toString();
    if (name.endsWith(".sst") || name.endsWith(".ldb")) {
      return "tables";
    }
    if (name.endsWith(".log")) {
      return "log";
    }
    if (name.equals("levee.ballast")) {
      return "reserve";
    }
    return file.getParent().getFileName().toString().equals("levee.native")
        ? "native library"
        : "other";
  }
}
