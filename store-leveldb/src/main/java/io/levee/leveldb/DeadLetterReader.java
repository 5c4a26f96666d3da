package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.leveldb.Visible.DestinationView;
import io.levee.leveldb.key.DeadLetterRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.DeadLetter;
import io.levee.store.DeadLetters;
import io.levee.store.Destination;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.StoredMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Lists dead letters, of a channel in their order or of one origin by its own keys. */
final class DeadLetterReader implements DeadLetters {

  private final Access access;
  private final Engine engine;
  private final Visible visible;
  private final MessageReader messages;

  DeadLetterReader(Access access, Engine engine, Visible visible, MessageReader messages) {
    this.access = access;
    this.engine = engine;
    this.visible = visible;
    this.messages = messages;
  }

  @Override
  public Page<DeadLetter> list(String channel, long afterSequence, int limit) {
    return access.reading(
        () -> {
          DestinationView view = visible.require(Destination.deadLetterChannel(channel));
          PageRequest request = PageRequest.after(afterSequence, limit);
          Page<EntryPage.Found> page = messages.entries(view, request, sequence -> sequence);
          List<DeadLetter> found = new ArrayList<>();
          List<StoredMessage> read = messages.messages(page.items(), view);
          for (int i = 0; i < read.size(); i++) {
            StoredMessage message = read.get(i);
            record(view.id(), page.items().get(i).entry().originId(), message.position())
                .ifPresent(record -> found.add(deadLetter(message, record)));
          }
          return new Page<>(found, page.more());
        });
  }

  private Optional<DeadLetterRecord> record(int channelId, int originId, Position position) {
    byte[] key = Keys.deadLetter(channelId, originId, position.sequence());
    return engine.get(key).map(stored -> DeadLetterRecord.fromBytes(key, stored));
  }

  private static DeadLetter deadLetter(StoredMessage message, DeadLetterRecord record) {
    return new DeadLetter(
        message,
        record.origin(),
        record.originSequence(),
        record.reason(),
        record.atMillis(),
        record.redeliveries());
  }

  @Override
  public Page<DeadLetter> listFrom(
      String channel, Destination origin, long afterSequence, int limit) {
    PageRequest request = PageRequest.after(afterSequence, limit);
    return access.reading(
        () -> {
          DestinationView view = visible.require(Destination.deadLetterChannel(channel));
          List<Noted> noted = new ArrayList<>();
          boolean more = false;
          for (int originId : originIds(view, origin)) {
            more |= note(view, originId, request, noted);
          }
          noted.sort(Comparator.comparingLong(Noted::sequence));
          return read(view, noted, request, more);
        });
  }

  /** What the keys of an origin say of a dead letter, before its message is read. */
  private record Noted(long sequence, DeadLetterRecord record) {}

  /** Notes up to one more than a page holds; whether there are still more. */
  private boolean note(
      DestinationView channel, int originId, PageRequest request, List<Noted> noted) {
    int enough = noted.size() + request.limit() + 1;
    long from = Math.max(request.afterSequence() + 1, low(channel));
    return !engine.scan(
        Keys.deadLettersFrom(channel.id(), originId, from),
        (key, value) -> {
          noted.add(
              new Noted(Keys.sequenceOfDeadLetter(key), DeadLetterRecord.fromBytes(key, value)));
          return noted.size() < enough;
        });
  }

  private Page<DeadLetter> read(
      DestinationView channel, List<Noted> noted, PageRequest request, boolean more) {
    List<DeadLetter> found = new ArrayList<>();
    long bytes = 0;
    for (Noted each : noted) {
      if (found.size() == request.limit() || bytes >= request.maxBytes()) {
        return new Page<>(found, true);
      }
      Position position = new Position(channel.id(), 0, each.sequence());
      Optional<StoredMessage> message =
          visible.holds().contains(position) ? Optional.empty() : messages.read(position);
      if (message.isPresent()) {
        found.add(deadLetter(message.get(), each.record()));
        bytes += message.get().countedBytes();
      }
    }
    return new Page<>(found, more);
  }

  /** A name may have had several numbers, when it was removed and declared anew. */
  private List<Integer> originIds(DestinationView channel, Destination origin) {
    List<Integer> ids = new ArrayList<>();
    forEachOrigin(
        channel,
        (id, record) -> {
          if (record.origin().equals(origin)) {
            ids.add(id);
          }
        });
    return ids;
  }

  @Override
  public List<Destination> origins(String channel) {
    return access.reading(
        () -> {
          TreeSet<Destination> origins = new TreeSet<>();
          forEachOrigin(
              visible.require(Destination.deadLetterChannel(channel)),
              (id, record) -> origins.add(record.origin()));
          return List.copyOf(origins);
        });
  }

  @FunctionalInterface
  private interface OriginVisitor {
    void visit(int originId, DeadLetterRecord first);
  }

  /** Steps from origin to origin: two seeks each, whatever the number of their dead letters. */
  private void forEachOrigin(DestinationView channel, OriginVisitor visitor) {
    int next = 0;
    while (true) {
      byte[][] found = new byte[1][];
      engine.scan(
          Keys.deadLettersOf(channel.id(), next),
          (key, value) -> {
            found[0] = key;
            return false;
          });
      if (found[0] == null) {
        return;
      }
      int originId = Keys.originOfDeadLetter(found[0]);
      engine.scan(
          Keys.deadLettersFrom(channel.id(), originId, low(channel)),
          (key, value) -> {
            visitor.visit(originId, DeadLetterRecord.fromBytes(key, value));
            return false;
          });
      next = originId + 1;
    }
  }

  private static long low(DestinationView channel) {
    return channel.counters().lanes().get(0).low();
  }
}
