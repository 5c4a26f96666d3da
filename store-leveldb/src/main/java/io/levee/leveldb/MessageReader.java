package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.leveldb.Visible.DestinationView;
import io.levee.leveldb.key.ChunkRecord;
import io.levee.leveldb.key.CountersRecord;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.IdentityRecord;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.RedeliveryRecord;
import io.levee.store.MessageIdentity;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import io.levee.store.StoredMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * Reads messages, between the low watermark and the tail that the committed state names. A scan
 * never starts below the one and never steps past the other, where deleted entries lie.
 */
final class MessageReader {

  private final Engine engine;
  private final Visible visible;
  private final int inlineBytes;

  MessageReader(Engine engine, Visible visible, int inlineBytes) {
    this.engine = engine;
    this.visible = visible;
    this.inlineBytes = inlineBytes;
  }

  /** A page of a lane. */
  Page<StoredMessage> page(DestinationView view, PageRequest request) {
    return page(view, request, sequence -> sequence);
  }

  /** A page of those messages of a lane whose sequence {@code nextWanted} gives back. */
  Page<StoredMessage> page(
      DestinationView view, PageRequest request, LongUnaryOperator nextWanted) {
    Page<EntryPage.Found> page = entries(view, request, nextWanted);
    return new Page<>(messages(page.items(), view), page.more());
  }

  /** What was found in a lane, with how often each was redelivered; in the same order. */
  List<StoredMessage> messages(List<EntryPage.Found> entries, DestinationView view) {
    List<StoredMessage> messages =
        entries.stream().map(found -> message(found.position(), found.entry(), 0)).toList();
    return withRedeliveries(messages, view);
  }

  /** The records of a page of a lane. */
  Page<EntryPage.Found> entries(
      DestinationView view, PageRequest request, LongUnaryOperator nextWanted) {
    if (request.lane() >= view.counters().lanes().size()) {
      throw new StoreException(
          Code.UNKNOWN_LANE,
          "%s has %d lanes; there is no lane %d."
              .formatted(view.destination(), view.counters().lanes().size(), request.lane()));
    }
    CountersRecord.Lane lane = view.counters().lanes().get(request.lane());
    if (lane.count() == 0 || request.afterSequence() >= lane.tail()) {
      return new Page<>(List.of(), false);
    }
    Holds holds = visible.holds();
    long version = holds.version();
    long from = Math.max(request.afterSequence() + 1, lane.low());
    LongUnaryOperator nextShown =
        sequence -> nextShown(sequence, nextWanted, view.id(), request.lane());
    Page<EntryPage.Found> page =
        EntryPage.read(engine, view.id(), request, from, lane.tail(), nextShown);
    return holds.version() == version ? page : withoutWhatWasTaken(page);
  }

  private long nextShown(long sequence, LongUnaryOperator nextWanted, int id, int lane) {
    long before;
    long next = sequence;
    do {
      before = next;
      next = visible.holds().nextFree(id, lane, nextWanted.applyAsLong(next));
    } while (next != before);
    return next;
  }

  /** A branch that was committed meanwhile has released what it took; that is not there now. */
  private Page<EntryPage.Found> withoutWhatWasTaken(Page<EntryPage.Found> page) {
    List<EntryPage.Found> left =
        page.items().stream()
            .filter(found -> engine.get(Keys.entry(found.position())).isPresent())
            .toList();
    return new Page<>(left, page.more());
  }

  private List<StoredMessage> withRedeliveries(List<StoredMessage> found, DestinationView view) {
    if (found.isEmpty() || view.counters().redelivered() == 0) {
      return found;
    }
    Position first = found.get(0).position();
    long last = found.get(found.size() - 1).position().sequence();
    Map<Position, Integer> counts = new HashMap<>();
    engine.scan(
        Keys.redeliveries(first.destinationId(), first.lane(), first.sequence(), last),
        (key, value) ->
            counts.put(Keys.positionOf(key), RedeliveryRecord.fromBytes(key, value).count())
                == null);
    return found.stream()
        .map(message -> withRedeliveries(message, counts.getOrDefault(message.position(), 0)))
        .toList();
  }

  private static StoredMessage withRedeliveries(StoredMessage message, int redeliveries) {
    return new StoredMessage(
        message.position(),
        message.header(),
        message.body(),
        message.bodySize(),
        message.identity(),
        message.expiresAtMillis(),
        message.storedAtMillis(),
        redeliveries);
  }

  /** The message at a position. */
  Optional<StoredMessage> read(Position position) {
    return entry(position).map(entry -> message(position, entry, redeliveries(position)));
  }

  /** A small body comes along also when it lies apart, as that of a branch's message does. */
  private StoredMessage message(Position position, EntryRecord entry, int redeliveries) {
    StoredMessage message = entry.toMessage(position, redeliveries);
    if (!entry.chunked() || entry.bodySize() > inlineBytes || entry.chunkCount() > 1) {
      return message;
    }
    byte[] key = Keys.chunk(entry.contentId(), 0);
    return engine
        .get(key)
        .map(stored -> message.withBody(ChunkRecord.fromBytes(key, stored).bytes()))
        .orElse(message);
  }

  private int redeliveries(Position position) {
    boolean any =
        visible
            .find(position.destinationId())
            .filter(view -> view.counters().redelivered() > 0)
            .isPresent();
    byte[] key = Keys.redelivery(position);
    return any ? engine.get(key).map(v -> RedeliveryRecord.fromBytes(key, v).count()).orElse(0) : 0;
  }

  /** The record of the message at a position. */
  Optional<EntryRecord> entry(Position position) {
    if (!isLive(position)) {
      return Optional.empty();
    }
    byte[] key = Keys.entry(position);
    return engine.get(key).map(stored -> EntryRecord.fromBytes(key, stored));
  }

  private boolean isLive(Position position) {
    return visible.find(position.destinationId()).filter(view -> view.holds(position)).isPresent();
  }

  /** Where messages of an identity lie. */
  List<Position> locate(MessageIdentity identity) {
    List<Position> found = new ArrayList<>();
    engine.scan(
        Keys.identities(identity),
        (key, value) -> {
          found.add(place(key, value));
          return true;
        });
    found.removeIf(position -> !isLive(position));
    return List.copyOf(found);
  }

  /** Where the message of an identity lies in one destination. */
  Optional<Position> locate(DestinationView view, MessageIdentity identity) {
    byte[] key = Keys.identity(identity, view.id());
    return engine.get(key).map(value -> place(key, value)).filter(this::isLive);
  }

  private static Position place(byte[] key, byte[] value) {
    IdentityRecord record = IdentityRecord.fromBytes(key, value);
    return new Position(Keys.destinationOfIdentity(key), record.lane(), record.sequence());
  }
}
