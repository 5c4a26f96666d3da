package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Gathers one page of a lane; ends at the page's bounds and at the lane's tail.
 *
 * <p>What is not wanted is stepped over one by one while it is little, and hopped over by a new
 * seek when it is much, so that a page costs what it answers.
 *
 * <p>A page ends before a message that cannot be read, and only one that would begin with it fails:
 * who reads in order is given all that lies before the damage.
 */
final class EntryPage {

  /** About how many steps cost as much as a seek. */
  private static final int HOP_MESSAGES = 64;

  /** A message and where it lies. */
  record Found(Position position, EntryRecord entry) {}

  private final PageRequest request;
  private final long tail;
  private final LongUnaryOperator nextWanted;
  private final List<Found> found = new ArrayList<>();
  private long hopTo;
  private long bytes;
  private boolean more;

  private EntryPage(PageRequest request, long tail, LongUnaryOperator nextWanted) {
    this.request = request;
    this.tail = tail;
    this.nextWanted = nextWanted;
  }

  /**
   * Reads one page.
   *
   * @param from the lowest sequence that can be live
   * @param tail the highest
   * @param nextWanted gives the lowest wanted sequence at or above its argument
   */
  static Page<Found> read(
      Engine engine,
      int destinationId,
      PageRequest request,
      long from,
      long tail,
      LongUnaryOperator nextWanted) {
    EntryPage page = new EntryPage(request, tail, nextWanted);
    page.hopTo = nextWanted.applyAsLong(from);
    while (page.hopTo != 0 && page.hopTo <= tail) {
      long first = page.hopTo;
      page.hopTo = 0;
      try {
        engine.scan(Keys.entries(destinationId, request.lane(), first, tail), page::take);
      } catch (StoreException | EngineException e) {
        if (page.found.isEmpty() || !isDamage(e)) {
          throw e;
        }
        return new Page<>(page.found, true);
      }
    }
    return new Page<>(page.found, page.more);
  }

  private static boolean isDamage(RuntimeException e) {
    return e instanceof StoreException refusal
        ? refusal.code() == StoreException.Code.CORRUPT
        : e instanceof EngineException failure && failure.code() == EngineException.Code.CORRUPT;
  }

  private boolean take(byte[] key, byte[] value) {
    long sequence = Keys.sequenceOf(key);
    long wanted = nextWanted.applyAsLong(sequence);
    if (wanted > sequence) {
      more = false;
      hopTo = wanted - sequence > HOP_MESSAGES ? wanted : 0;
      return hopTo == 0 && wanted <= tail;
    }
    EntryRecord entry = EntryRecord.fromBytes(key, value);
    if (!found.isEmpty() && bytes + entry.countedBytes() > request.maxBytes()) {
      more = true;
      return false;
    }
    found.add(new Found(Keys.positionOf(key), entry));
    bytes += entry.countedBytes();
    boolean full = found.size() >= request.limit() || bytes >= request.maxBytes();
    more = full && sequence < tail;
    return !full && sequence < tail;
  }
}
