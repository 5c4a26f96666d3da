package io.levee.leveldb.change;

import io.levee.store.Bytes;
import java.util.Collection;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The subscriptions of one topic. Each settled message raises the question whether anybody else
 * waits for it. The answer is nearly always given by the one that gave it last, so that one is
 * asked first and the search goes on from there: over the life of a message each is asked about
 * once, however many there are. Seen by the committing thread only.
 */
final class TopicSubscriptions {

  private final NavigableMap<Bytes, SubscriptionImage> byName = new TreeMap<>();
  private Bytes lastFound; // a hint; it need not exist any more

  Optional<SubscriptionImage> find(Bytes name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** All of them, in the order of their names. */
  Collection<SubscriptionImage> all() {
    return Collections.unmodifiableCollection(byName.values());
  }

  void put(SubscriptionImage subscription) {
    byName.put(subscription.name(), subscription);
  }

  void remove(Bytes name) {
    byName.remove(name);
  }

  /** Whether {@code wanted} holds for any of them. */
  boolean any(Predicate<SubscriptionImage> wanted) {
    if (lastFound == null) {
      return find(byName.values(), wanted);
    }
    Bytes from = lastFound;
    return find(byName.tailMap(from, true).values(), wanted)
        || find(byName.headMap(from, false).values(), wanted);
  }

  private boolean find(Collection<SubscriptionImage> some, Predicate<SubscriptionImage> wanted) {
    for (SubscriptionImage each : some) {
      if (wanted.test(each)) {
        lastFound = each.name();
        return true;
      }
    }
    return false;
  }
}
