package io.levee.store;

import java.util.List;
import java.util.Optional;

/**
 * Durable subscriptions of topics. A message is stored once whatever the number of subscriptions;
 * storing it costs the same with one and with a thousand. Settling is done in a {@link
 * StoreTransaction}, one message at a time in any order.
 *
 * <p>A message stays as long as a subscription waits for it. While a topic has no subscription its
 * messages wait for the first one: starting {@link Start#AT_FIRST} it gets them, starting {@link
 * Start#AFTER_LAST} it lets them go. They go with the last subscription, too.
 */
public interface Subscriptions {

  /** Where a new subscription starts. */
  enum Start {
    /** After the last message that is stored now. */
    AFTER_LAST,
    /** With the first message that is stored now. */
    AT_FIRST
  }

  /**
   * Creates a subscription, durably.
   *
   * @throws StoreException {@code UNKNOWN_DESTINATION}, {@code WRONG_KIND}, {@code
   *     SUBSCRIPTION_EXISTS}, {@code NAME_TOO_LONG}, {@code MESSAGE_TOO_LARGE} for data beyond the
   *     limit of a header, {@code DISK_RESERVE}
   */
  SubscriptionInfo subscribe(Destination topic, Bytes name, Bytes data, Start start);

  /**
   * Creates a subscription in place of the one of that name, durably and in one step: a crash
   * leaves the one or the other, and no reader finds neither. What the former one waited for is
   * stored when the new one starts, so that {@code AT_FIRST} starts with it; otherwise what no
   * other one waits for goes in the background. Where there is none of that name this is {@link
   * #subscribe}.
   *
   * @throws StoreException {@code UNKNOWN_DESTINATION}, {@code WRONG_KIND}, {@code DISK_RESERVE},
   *     {@code BRANCH_IN_DOUBT} as {@link #unsubscribe}; the former one stays as it was
   */
  SubscriptionInfo resubscribe(Destination topic, Bytes name, Bytes data, Start start);

  /**
   * Removes a subscription, durably; messages that no other one waits for go in the background.
   *
   * @return whether there was one
   * @throws StoreException {@code BRANCH_IN_DOUBT} while a prepared branch will settle a message
   *     for it
   */
  boolean unsubscribe(Destination topic, Bytes name);

  /** The subscription of that name, or empty. */
  Optional<SubscriptionInfo> find(Destination topic, Bytes name);

  /** The subscriptions of a topic in the order of their names; none for an unknown topic. */
  List<SubscriptionInfo> list(Destination topic);

  /**
   * A page of what the subscription has not settled, in order. An unknown subscription has none.
   *
   * @param request its lane must be 0
   */
  Page<StoredMessage> browse(Destination topic, Bytes name, PageRequest request);

  /** Whether the message of that sequence is stored and not settled by that subscription. */
  boolean isPending(Destination topic, Bytes name, long sequence);
}
