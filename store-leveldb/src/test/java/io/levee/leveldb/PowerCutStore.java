package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.leveldb.engine.LevelDbEngine;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageStore;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.StoreTransaction;
import io.levee.store.StoredMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * The two programs of {@code scripts/power-cut}: {@code write DIR FIRST} commits until its disk is
 * gone and says what was answered; {@code check DIR SAID} opens what is left and compares.
 */
final class PowerCutStore {

  private static final Destination LEFT = Destination.queue("left");
  private static final Destination RIGHT = Destination.queue("right");
  private static final int WRITERS = 4;
  private static final int MAX_BODY_BYTES = 9_000;
  private static final int PAGE_MESSAGES = 1_000;
  private static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT.withDiskReserveBytes(0).withWriteBufferBytes(256 << 10);

  private PowerCutStore() {}

  public static void main(String[] args) throws IOException {
    if (args[0].equals("write")) {
      write(Path.of(args[1]), Long.parseLong(args[2]));
    } else {
      check(Path.of(args[1]), Path.of(args[2]));
    }
  }

  // Write.

  private static void write(Path directory, long first) {
    MessageStore store = LevelDbMessageStore.open(directory, OPTIONS);
    store.declare(LEFT);
    store.declare(RIGHT);
    for (int writer = 0; writer < WRITERS; writer++) {
      String name = "w" + writer;
      new Thread(() -> write(store, name, first)).start();
    }
    say("working");
  }

  private static void write(MessageStore store, String writer, long first) {
    Random random = new Random(first);
    for (long number = first; ; number++) {
      String name = writer + "#" + number;
      byte[] body = new byte[random.nextInt(MAX_BODY_BYTES)];
      random.nextBytes(body);
      StoreTransaction transaction = store.begin();
      transaction.enqueue(LEFT, Message.of(Bytes.utf8(name), Bytes.wrap(body)));
      transaction.enqueue(RIGHT, Message.of(Bytes.utf8(name), Bytes.EMPTY));
      transaction.commit();
      say("stored " + name + ".");
    }
  }

  private static synchronized void say(String line) {
    System.out.println(line);
  }

  // Check.

  private static void check(Path directory, Path said) throws IOException {
    List<String> wrong = new ArrayList<>();
    List<String> left;
    List<String> right;
    try (MessageStore store = LevelDbMessageStore.open(directory, OPTIONS)) {
      left = names(store, LEFT, wrong);
      right = names(store, RIGHT, wrong);
    }
    if (!left.equals(right)) {
      wrong.add("a transaction is in one of both queues only");
    }
    Set<String> missing = answered(said);
    int answered = missing.size();
    left.forEach(missing::remove);
    missing.stream().limit(5).forEach(name -> wrong.add(name + " was answered and is missing"));
    try (Engine engine = LevelDbEngine.open(directory, OPTIONS.engineOptions()).engine()) {
      wrong.addAll(StoreCheck.faults(engine));
    }
    System.out.printf(
        "answered=%d stored=%d missing=%d faults=%d%n",
        answered, left.size(), missing.size(), wrong.size());
    wrong.forEach(System.out::println);
    System.exit(wrong.isEmpty() ? 0 : 1);
  }

  /** The names in a queue; nothing was ever taken, so its sequences have no gap. */
  private static List<String> names(MessageStore store, Destination queue, List<String> wrong) {
    List<String> names = new ArrayList<>();
    Page<StoredMessage> page;
    do {
      page = store.browse(queue, PageRequest.after(names.size(), PAGE_MESSAGES));
      for (StoredMessage message : page.items()) {
        names.add(message.header().toUtf8());
        if (message.position().sequence() != names.size()) {
          wrong.add(message.position() + " is where " + names.size() + " should be");
          return names;
        }
      }
    } while (page.more());
    return names;
  }

  private static Set<String> answered(Path said) throws IOException {
    Set<String> names = new HashSet<>();
    for (String line : Files.readAllLines(said)) {
      // The last line may be half a line.
      if (line.startsWith("stored ") && line.endsWith(".")) {
        names.add(line.substring("stored ".length(), line.length() - 1));
      }
    }
    return names;
  }
}
