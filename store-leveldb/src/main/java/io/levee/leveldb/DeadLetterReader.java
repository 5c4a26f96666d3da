package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.leveldb.Visible.DestinationView;
import io.levee.leveldb.key.DeadLetterRecord;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.DeadLetter;
import io.levee.store.DeadLetters;
import io.levee.store.Destination;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Lists dead letters, of a channel in their order or of one origin by its own keys. */
final class DeadLetterReader implements DeadLetters {

  private final LevelDbMessageStore store;
  private final Engine engine;
  private final MessageReader messages;

  DeadLetterReader(LevelDbMessageStore store, Engine engine, MessageReader messages) {
    this.store = store;
    this.engine = engine;
    this.messages = messages;
  }

  @Override
  public Page<DeadLetter> list(String channel, long afterSequence, int limit) {
    return store.reading(
        () -> {
          DestinationView view = store.require(Destination.deadLetterChannel(channel));
          PageRequest request = PageRequest.after(afterSequence, limit);
          Page<StoredMessage> page = messages.page(view, request, sequence -> true);
          List<DeadLetter> found = new ArrayList<>();
          for (StoredMessage message : page.items()) {
            originOf(message.position())
                .flatMap(origin -> record(view.id(), origin, message.position().sequence()))
                .ifPresent(record -> found.add(deadLetter(message, record)));
          }
          return new Page<>(found, page.more());
        });
  }

  private Optional<Integer> originOf(Position position) {
    return messages.entry(position).map(EntryRecord::originId);
  }

  private Optional<DeadLetterRecord> record(int channelId, int originId, long sequence) {
    byte[] key = Keys.deadLetter(channelId, originId, sequence);
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
    return store.reading(
        () -> {
          DestinationView view = store.require(Destination.deadLetterChannel(channel));
          List<DeadLetter> found = new ArrayList<>();
          boolean more = false;
          for (int originId : originIds(view, origin)) {
            more |= collect(view, originId, request, found);
          }
          found.sort((a, b) -> a.message().position().compareTo(b.message().position()));
          boolean cut = found.size() > limit;
          return new Page<>(cut ? found.subList(0, limit) : found, more || cut);
        });
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

  private boolean collect(
      DestinationView channel, int originId, PageRequest request, List<DeadLetter> found) {
    List<Long> sequences = new ArrayList<>();
    List<DeadLetterRecord> records = new ArrayList<>();
    long from = Math.max(request.afterSequence() + 1, low(channel));
    boolean exhausted =
        engine.scan(
            Keys.deadLettersFrom(channel.id(), originId, from),
            (key, value) -> {
              sequences.add(Keys.sequenceOfDeadLetter(key));
              records.add(DeadLetterRecord.fromBytes(key, value));
              return sequences.size() <= request.limit();
            });
    for (int i = 0; i < sequences.size(); i++) {
      DeadLetterRecord record = records.get(i);
      messages
          .read(new Position(channel.id(), 0, sequences.get(i)))
          .ifPresent(message -> found.add(deadLetter(message, record)));
    }
    return !exhausted;
  }

  @Override
  public List<Destination> origins(String channel) {
    return store.reading(
        () -> {
          TreeSet<Destination> origins = new TreeSet<>();
          forEachOrigin(
              store.require(Destination.deadLetterChannel(channel)),
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
