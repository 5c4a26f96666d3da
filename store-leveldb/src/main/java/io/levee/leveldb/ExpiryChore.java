package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.engine.KeyRange;
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
import io.levee.store.StoreException.Code;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Finds messages whose time has come, in the order of their expiries, and removes them. */
final class ExpiryChore implements Housekeeper.Chore {

  /** The reason that an expired message is dead-lettered with. */
  static final String REASON = "expired";

  private static final int BATCH_MESSAGES = 1_000;

  /**
   * So many keys are looked at under one snapshot: what was purged is passed over by the million.
   */
  private static final int STRETCH_KEYS = 10_000;

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
    sweep(clock.millis(), Integer.MAX_VALUE, stopping);
  }

  /** Removes at most {@code limit} expired messages; how many it removed. */
  int expire(long nowMillis, int limit) {
    requirePositive(limit);
    access.requireMayWait();
    return sweep(nowMillis, limit, () -> false);
  }

  /** The positions of expired messages, the longest expired first. Waits for nobody. */
  List<Position> find(long nowMillis, int limit) {
    requirePositive(limit);
    List<Position> found = new ArrayList<>();
    KeyRange rest = from(watermark.lowMillis(), nowMillis);
    boolean last = false;
    while (!last && found.size() < limit) {
      Stretch stretch = scan(rest, nowMillis, limit - found.size());
      found.addAll(stretch.live());
      rest = stretch.rest();
      last = stretch.last();
    }
    return found;
  }

  private static void requirePositive(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be positive, not " + limit);
    }
  }

  /**
   * Goes through the expiries once, a batch at a time, each from where the one before it ended: it
   * neither walks what it removed, nor stops at what cannot be removed.
   */
  private int sweep(long nowMillis, int limit, Stop stopping) {
    sweeping.lock();
    try {
      KeyRange rest = from(watermark.beginSweep(), nowMillis);
      int removed = 0;
      boolean clean = true; // nothing was left behind so far
      boolean last = false;
      while (!last && removed < limit && !stopping.isAsked()) {
        Stretch stretch = scan(rest, nowMillis, Math.min(BATCH_MESSAGES, limit - removed));
        Removal removal = remove(stretch.live());
        removed += removal.count();
        clean &= stretch.complete() && removal.complete();
        if (clean) {
          watermark.endSweep(stretch.throughMillis());
        }
        rest = stretch.rest();
        last = stretch.last();
      }
      return removed;
    } finally {
      sweeping.unlock();
    }
  }

  /**
   * A piece of the order of expiries.
   *
   * @param live the positions in it that may be live
   * @param rest what lies behind it
   * @param throughMillis up to here nothing lies behind it
   * @param complete whether none was left out because a prepared branch holds it: it comes up again
   *     when that is rolled back
   * @param last whether nothing that has expired lies behind it
   */
  private record Stretch(
      List<Position> live, KeyRange rest, long throughMillis, boolean complete, boolean last) {}

  /** What became of a stretch: how many are gone by it, and whether none had to be left. */
  private record Removal(int count, boolean complete) {}

  /** Empty when nothing can have expired at {@code nowMillis} that was not looked at before. */
  private static KeyRange from(long fromMillis, long nowMillis) {
    long throughMillis = Math.max(-1, Math.min(nowMillis, Long.MAX_VALUE - 1));
    return Keys.expiries(Math.min(fromMillis, throughMillis + 1), throughMillis);
  }

  private Stretch scan(KeyRange range, long nowMillis, int limit) {
    List<Position> live = new ArrayList<>();
    boolean[] complete = {true};
    int[] looked = {0};
    byte[][] lastKey = {range.first()};
    boolean all =
        engine.scan(
            range,
            (key, value) -> {
              Position position = Keys.positionOfExpiry(key);
              boolean held = visible.holds().contains(position);
              complete[0] &= !held;
              if (isLive(position) && !held) {
                live.add(position);
              }
              lastKey[0] = key;
              return live.size() < limit && ++looked[0] < STRETCH_KEYS;
            });
    if (all) {
      return new Stretch(live, range, nowMillis, complete[0], true);
    }
    byte[] next = Arrays.copyOf(lastKey[0], lastKey[0].length + 1);
    long before = Keys.expiresAtMillisOf(lastKey[0]) - 1;
    return new Stretch(live, KeyRange.closedOpen(next, range.end()), before, complete[0], false);
  }

  /** What was purged keeps its place until it is erased; what is not committed has one already. */
  private boolean isLive(Position position) {
    return visible.find(position.destinationId()).filter(view -> view.holds(position)).isPresent();
  }

  private Removal remove(List<Position> live) {
    List<Intent> intents = new ArrayList<>();
    boolean complete = true;
    for (Position position : live) {
      Optional<DestinationView> view = visible.find(position.destinationId());
      complete &= view.isEmpty() || addRemoval(position, view.get(), intents);
    }
    Removal removal = removeAll(intents);
    return new Removal(removal.count(), complete && removal.complete());
  }

  private Removal removeAll(List<Intent> intents) {
    if (intents.isEmpty()) {
      return new Removal(0, true);
    }
    try {
      return new Removal(access.execute(intents, CommitDurability.SYNC).appliedCount(), true);
    } catch (StoreException e) {
      return removeOneByOne(intents, e);
    }
  }

  /** One message that cannot be removed, as a damaged one, does not keep the others. */
  private Removal removeOneByOne(List<Intent> intents, StoreException refusal) {
    if (!concernsOneMessage(refusal)) {
      throw refusal;
    }
    int removed = 0;
    boolean complete = true;
    for (Intent intent : intents) {
      try {
        removed += access.execute(intent).appliedCount();
      } catch (StoreException e) {
        if (!concernsOneMessage(e)) {
          throw e;
        }
        complete = false;
      }
    }
    return new Removal(removed, complete);
  }

  private static boolean concernsOneMessage(StoreException refusal) {
    return refusal.category() == Category.REFUSED || refusal.code() == Code.MESSAGE_HELD;
  }

  /** Whether the message can be removed: not where its channel can never be declared. */
  private boolean addRemoval(Position position, DestinationView view, List<Intent> intents) {
    if (view.options().expiry() != Expiry.DEAD_LETTER) {
      intents.add(new Intent.Acknowledge(position));
      return true;
    }
    Destination channel =
        Destination.deadLetterChannel(view.options().deadLetterChannel().orElseThrow());
    if (visible.find(channel).isEmpty() && !declare(channel)) {
      return false;
    }
    intents.add(new Intent.DeadLetter(position, channel.name(), REASON));
    return true;
  }

  private boolean declare(Destination channel) {
    try {
      access.execute(new Intent.Declare(channel, DestinationOptions.DEFAULT, true));
      return true;
    } catch (StoreException e) {
      if (e.category() != Category.REFUSED) {
        throw e;
      }
      return visible.find(channel).isPresent();
    }
  }
}
