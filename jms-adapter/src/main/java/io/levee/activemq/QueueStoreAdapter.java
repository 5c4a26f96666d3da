package io.levee.activemq;

import io.levee.store.DestinationInfo;
import io.levee.store.DestinationOptions;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.StoredMessage;
import java.io.IOException;
import java.util.Optional;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.store.IndexListener.MessageContext;
import org.apache.activemq.store.MessageRecoveryListener;

/**
 * The messages of one of the broker's queues, and how far the queue has read them.
 *
 * <p>The queue learns of a message when the store announces its sequence, in the order of the
 * sequences and before any page can hold it. It is paged in only after the queue has dealt with the
 * announcement.
 */
final class QueueStoreAdapter extends DestinationStore {

  /** The broker looks after expiry itself. */
  static final DestinationOptions OPTIONS =
      DestinationOptions.DEFAULT.withLanes(PriorityBand.SERVED.length).keepingExpired();

  private final QueueCursor cursor;
  private final PendingAdditions pending = new PendingAdditions();
  private boolean otherBandsUsed = true;

  QueueStoreAdapter(ActiveMQQueue queue, DestinationInfo declared, StoreSession session) {
    super(queue, declared, session);
    cursor = session.cursors().of(declared.id());
  }

  @Override
  public void start() throws Exception {
    super.start();
    otherBandsUsed =
        isPrioritizedMessages() || holdsAny(PriorityBand.HIGH) || holdsAny(PriorityBand.LOW);
  }

  private boolean holdsAny(PriorityBand band) throws IOException {
    return !page(PageRequest.first(1).inLane(band.lane())).items().isEmpty();
  }

  /** A queue without priorities uses one band, so that the setting may change between starts. */
  @Override
  int laneOf(Message message) {
    return isPrioritizedMessages()
        ? PriorityBand.of(message.getPriority()).lane()
        : PriorityBand.DEFAULT.lane();
  }

  @Override
  void added(ConnectionContext context, Message message, boolean duplicate) {
    if (indexListener == null) {
      return;
    }
    if (duplicate) {
      indexListener.onAdd(new MessageContext(context, message, null));
      return;
    }
    long sequence = (Long) message.getMessageId().getFutureOrSequenceLong();
    pending.add(sequence);
    indexListener.onAdd(new MessageContext(context, message, () -> pending.complete(sequence)));
  }

  @Override
  public void recoverNextMessages(int maxReturned, MessageRecoveryListener listener)
      throws Exception {
    synchronized (cursor) {
      int wanted = handOutReturned(maxReturned, listener);
      for (PriorityBand band : PriorityBand.SERVED) {
        if (wanted > 0 && (otherBandsUsed || band == PriorityBand.DEFAULT)) {
          wanted = pageIn(band.lane(), wanted, listener);
        }
      }
    }
  }

  /** Hands out first what came back behind the cursor; answers how many are still wanted. */
  private int handOutReturned(int wanted, MessageRecoveryListener listener) throws Exception {
    int left = wanted;
    while (left > 0) {
      Optional<Position> next = cursor.nextReturned();
      if (next.isEmpty()) {
        return left;
      }
      Optional<StoredMessage> stored = read(next.get());
      if (stored.isPresent()) {
        handOut(stored.get(), listener);
        left = listener.canRecoveryNextMessage() ? left - 1 : 0;
      }
    }
    return left;
  }

  private Optional<StoredMessage> read(Position position) throws IOException {
    return gate().ask(store -> store.read(position));
  }

  /** Hands out up to {@code wanted} messages of a lane and answers how many are still wanted. */
  private int pageIn(int lane, int wanted, MessageRecoveryListener listener) throws Exception {
    LaneScan scan = new LaneScan(this::page, lane, cursor.after(lane));
    int left = wanted;
    while (left > 0 && scan.advance(left)) {
      StoredMessage stored = scan.current();
      long sequence = stored.position().sequence();
      // Asked after the page was read: what the page holds was announced before.
      if (!pending.allow(sequence)) {
        return left;
      }
      handOut(stored, listener);
      cursor.advance(stored.position());
      left = listener.canRecoveryNextMessage() ? left - 1 : 0;
    }
    return left;
  }

  @Override
  public void resetBatching() {
    cursor.reset();
  }

  /** A duplicate moves nothing: it has no sequence of its own, and the head is not meant. */
  @Override
  public void setBatch(MessageId last) {
    if (last.getFutureOrSequenceLong() instanceof Long sequence && sequence >= 0) {
      cursor.set(pending.limit(sequence));
    }
  }

  /** Queues do not look at it; the broker's list of kinds is closed. */
  @Override
  public StoreType getType() {
    return StoreType.KAHADB;
  }
}
