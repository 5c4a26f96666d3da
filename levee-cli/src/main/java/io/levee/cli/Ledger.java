package io.levee.cli;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * What a run knows for certain of its messages, which are numbered from 0.
 *
 * <p>A message is <em>sent</em> when the broker has confirmed its send, and <em>acknowledged</em>
 * when the broker has confirmed the commit it was received in. A commit that was asked for and not
 * confirmed is in doubt: it happened, and none of its messages comes again, or it did not, and all
 * of them do. So
 *
 * <ul>
 *   <li>a message that was sent is <em>lost</em> when it is not acknowledged, unless its last
 *       delivery is part of a commit in doubt of which nothing has come again;
 *   <li>a message is <em>duplicated</em> when it is delivered after it was acknowledged.
 * </ul>
 */
final class Ledger {

  private static final int SENT = 1;
  private static final int ACKNOWLEDGED = 2;
  private static final int SENT_AGAIN = 4;

  /**
   * One delivery of a message.
   *
   * @param id the message
   * @param ordinal which of its deliveries it is, from 1
   * @param late whether the message had been acknowledged before
   */
  record Delivery(int id, int ordinal, boolean late) {}

  private final AtomicIntegerArray marks;
  private final AtomicIntegerArray deliveries;
  private final List<List<Delivery>> inDoubt = new ArrayList<>();
  private final LongAdder sent = new LongAdder();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder duplicated = new LongAdder();
  private final CountDownLatch firstAcknowledgement = new CountDownLatch(1);
  private volatile long lastDeliveryNanos = System.nanoTime();

  Ledger(int messages) {
    marks = new AtomicIntegerArray(messages);
    deliveries = new AtomicIntegerArray(messages);
  }

  /** The broker has confirmed the send of a message. */
  void sent(int id) {
    if (mark(id, SENT)) {
      sent.increment();
    }
  }

  /**
   * The send of a message ended without an answer and is repeated as another message of the same
   * number, so that there may be two of them.
   */
  void sentAgain(int id) {
    mark(id, SENT_AGAIN);
  }

  /** A message arrived at a consumer, which has not acknowledged it yet. */
  Delivery delivered(int id) {
    lastDeliveryNanos = System.nanoTime();
    boolean late = isMarked(id, ACKNOWLEDGED);
    if (late) {
      countDuplicate(id);
    }
    return new Delivery(id, deliveries.incrementAndGet(id), late);
  }

  /** The broker has confirmed the commit in which these were received. */
  void acknowledged(List<Delivery> batch) {
    for (Delivery each : batch) {
      if (mark(each.id(), ACKNOWLEDGED)) {
        acknowledged.increment();
      } else if (!each.late()) {
        countDuplicate(each.id());
      }
    }
    firstAcknowledgement.countDown();
  }

  void awaitFirstAcknowledgement() throws InterruptedException {
    firstAcknowledgement.await();
  }

  /** A commit was asked for and not confirmed. */
  void inDoubt(List<Delivery> batch) {
    synchronized (inDoubt) {
      inDoubt.add(List.copyOf(batch));
    }
  }

  private void countDuplicate(int id) {
    boolean wasSentAgain = (marks.getAndUpdate(id, m -> m & ~SENT_AGAIN) & SENT_AGAIN) != 0;
    if (!wasSentAgain) {
      duplicated.increment();
    }
  }

  private boolean mark(int id, int mark) {
    return (marks.getAndUpdate(id, marked -> marked | mark) & mark) == 0;
  }

  long sentCount() {
    return sent.sum();
  }

  long acknowledgedCount() {
    return acknowledged.sum();
  }

  long duplicatedCount() {
    return duplicated.sum();
  }

  /** The messages whose acknowledgement was not confirmed and has happened all the same. */
  long acknowledgedInDoubtCount() {
    return happened().stream().filter(id -> !isMarked(id, ACKNOWLEDGED)).count();
  }

  long lostCount() {
    BitSet happened = happened();
    return IntStream.range(0, marks.length())
        .filter(id -> isMarked(id, SENT) && !isMarked(id, ACKNOWLEDGED) && !happened.get(id))
        .count();
  }

  /** The messages of the commits in doubt that must have happened. */
  private BitSet happened() {
    BitSet ids = new BitSet();
    synchronized (inDoubt) {
      inDoubt.stream()
          .filter(batch -> batch.stream().noneMatch(this::cameAgain))
          .forEach(batch -> batch.forEach(each -> ids.set(each.id())));
    }
    return ids;
  }

  private boolean cameAgain(Delivery delivery) {
    return deliveries.get(delivery.id()) > delivery.ordinal();
  }

  private boolean isMarked(int id, int mark) {
    return (marks.get(id) & mark) != 0;
  }

  /** How long nothing was delivered. */
  long idleMillis() {
    return (System.nanoTime() - lastDeliveryNanos) / 1_000_000;
  }
}
