package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.leveldb.Housekeeper.Stop;
import io.levee.leveldb.Visible.DestinationView;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.key.Keys;
import io.levee.store.CommitDurability;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.DestinationOptions.Expiry;
import io.levee.store.Position;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Category;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Finds messages whose time has come, in the order of their expiries, and removes them. */
final class ExpiryChore implements Housekeeper.Chore {

  /** The reason that an expired message is dead-lettered with. */
  static final String REASON = "expired";

  private static final int BATCH_MESSAGES = 1_000;

  private final Access access;
  private final Engine engine;
  private final Visible visible;
  private final ExpiryWatermark watermark;
  private final InstantSource clock;
  private final ReentrantLock sweeping = new ReentrantLock();

  ExpiryChore(
      Access access,
      Engine engine,
      Visible visible,
      ExpiryWatermark watermark,
      InstantSource clock) {
    this.access = access;
    this.engine = engine;
    this.visible = visible;
    this.watermark = watermark;
    this.clock = clock;
  }

  @Override
  public void run(Stop stopping) {
    long now = clock.millis();
    int removed = BATCH_MESSAGES;
    while (removed == BATCH_MESSAGES && !stopping.isAsked()) {
      removed = expire(now, BATCH_MESSAGES);
    }
  }

  /** The positions of expired messages, the longest expired first. */
  List<Position> find(long nowMillis, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be positive, not " + limit);
    }
    List<Position> found = new ArrayList<>();
    // One sweep at a time: the watermark is raised over what one of them saw.
    sweeping.lock();
    try {
      if (scan(watermark.beginSweep(), nowMillis, limit, found) && found.isEmpty()) {
        watermark.endSweep(nowMillis);
      }
    } finally {
      sweeping.unlock();
    }
    return found;
  }

  /** Whether there was nothing more through {@code nowMillis} than what was found. */
  private boolean scan(long fromMillis, long nowMillis, int limit, List<Position> found) {
    if (fromMillis > nowMillis) {
      return true;
    }
    return engine.scan(
        Keys.expiries(fromMillis, Math.min(nowMillis, Long.MAX_VALUE - 1)),
        (key, value) -> {
          Position position = Keys.positionOfExpiry(key);
          if (isLive(position)) {
            found.add(position);
          }
          return found.size() < limit;
        });
  }

  /** What was purged keeps its place among the expiries until it is erased. */
  private boolean isLive(Position position) {
    return visible
        .find(position.destinationId())
        .filter(view -> position.sequence() >= view.counters().lanes().get(position.lane()).low())
        .isPresent();
  }

  /** Removes at most {@code limit} expired messages; how many it removed. */
  int expire(long nowMillis, int limit) {
    List<Intent> intents = new ArrayList<>();
    for (Position position : find(nowMillis, limit)) {
      visible.find(position.destinationId()).ifPresent(view -> intents.add(remove(position, view)));
    }
    if (intents.isEmpty()) {
      return 0;
    }
    try {
      return access.execute(intents, CommitDurability.SYNC).appliedCount();
    } catch (StoreException e) {
      return removeOneByOne(intents, e);
    }
  }

  /** One message that cannot be removed, as a damaged one, does not keep the others. */
  private int removeOneByOne(List<Intent> intents, StoreException refusal) {
    if (refusal.category() != Category.REFUSED || intents.size() == 1) {
      throw refusal;
    }
    int removed = 0;
    for (Intent intent : intents) {
      try {
        removed += access.execute(intent).appliedCount();
      } catch (StoreException e) {
        if (e.category() != Category.REFUSED) {
          throw e;
        }
      }
    }
    return removed;
  }

  private Intent remove(Position position, DestinationView view) {
    if (view.options().expiry() != Expiry.DEAD_LETTER) {
      return new Intent.Acknowledge(position);
    }
    Destination channel =
        Destination.deadLetterChannel(view.options().deadLetterChannel().orElseThrow());
    if (visible.find(channel).isEmpty()) {
      access.execute(new Intent.Declare(channel, DestinationOptions.DEFAULT, true));
    }
    return new Intent.DeadLetter(position, channel.name(), REASON);
  }
}
