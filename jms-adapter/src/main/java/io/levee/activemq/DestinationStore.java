package io.levee.activemq;

import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Status;
import io.levee.store.StoredMessage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageAck;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.command.TransactionId;
import org.apache.activemq.store.AbstractMessageStore;
import org.apache.activemq.store.MessageRecoveryContext;
import org.apache.activemq.store.MessageRecoveryListener;
import org.apache.activemq.store.MessageStoreStatistics;

/**
 * What the broker's queues and topics share: adding, finding, updating and removing the messages of
 * one destination, and its exact figures.
 */
abstract class DestinationStore extends AbstractMessageStore {

  /** The sequence of a message that is stored already; the broker does not dispatch it again. */
  private static final long SEQUENCE_OF_DUPLICATE = -1L;

  private static final Page<StoredMessage> NOTHING = new Page<>(List.of(), false);

  private final DestinationInfo declared;
  private final StoreSession session;
  private final MessageStoreStatistics statistics = new LiveStatistics(this::figuresIfAny);

  DestinationStore(
      ActiveMQDestination destination, DestinationInfo declared, StoreSession session) {
    super(destination);
    this.declared = declared;
    this.session = session;
  }

  /** The lane for a new message. */
  abstract int laneOf(Message message);

  /** Called on the store's committing thread when {@code message} has got its sequence. */
  abstract void added(ConnectionContext context, Message message, boolean duplicate);

  final Destination place() {
    return declared.destination();
  }

  final int id() {
    return declared.id();
  }

  final StoreSession session() {
    return session;
  }

  final StoreGate gate() {
    return session.gate();
  }

  @Override
  public final void addMessage(ConnectionContext context, Message message) throws IOException {
    add(message.getTransactionId(), context, message);
  }

  private void add(TransactionId transaction, ConnectionContext context, Message message)
      throws IOException {
    io.levee.store.Message stored = session.messages().toStored(message, laneOf(message));
    session
        .transactions()
        .perform(
            transaction,
            durability(message.isResponseRequired()),
            tx -> tx.add(place(), stored, outcome -> announce(context, message, outcome)));
  }

  private void announce(ConnectionContext context, Message message, Receipt.Outcome outcome) {
    // A prepared branch leaves a duplicate out, and knows nothing of it at its commit.
    boolean duplicate = outcome.status() != Status.APPLIED;
    MessageId id = message.getMessageId();
    outcome.position().ifPresent(id::setEntryLocator);
    id.setFutureOrSequenceLong(
        duplicate ? SEQUENCE_OF_DUPLICATE : outcome.position().orElseThrow().sequence());
    added(context, message, duplicate);
  }

  @Override
  public final Message getMessage(MessageId id) throws IOException {
    Optional<StoredMessage> stored = find(id);
    return stored.isEmpty() ? null : session.messages().toJms(stored.get()).orElse(null);
  }

  @Override
  public final void removeMessage(ConnectionContext context, MessageAck ack) throws IOException {
    Optional<Position> position = locate(ack.getLastMessageId());
    if (position.isPresent()) {
      session
          .transactions()
          .perform(
              ack.getTransactionId(),
              durability(ack.isResponseRequired()),
              tx -> tx.remove(position.get()));
    }
  }

  @Override
  public final void updateMessage(Message message) throws IOException {
    Optional<StoredMessage> stored = find(message.getMessageId());
    if (stored.isEmpty()) {
      // Without the transaction that it was sent in, which the message still names.
      add(null, null, message);
      return;
    }
    Bytes header = session.messages().header(message);
    requireSameBody(stored.get(), message);
    Position position = stored.get().position();
    session
        .transactions()
        .perform(null, CommitDurability.SYNC, tx -> tx.updateHeader(position, header));
  }

  private static void requireSameBody(StoredMessage stored, Message message) throws IOException {
    long bodySize = message.getContent() == null ? 0 : message.getContent().getLength();
    if (bodySize != stored.bodySize()) {
      throw new IOException(
          "an update must not change the body: message "
              + message.getMessageId()
              + " has one of "
              + bodySize
              + " bytes, stored are "
              + stored.bodySize());
    }
  }

  /** The broker calls this only when it removes the destination. */
  @Override
  public final void removeAllMessages(ConnectionContext context) throws IOException {
    gate().ask(store -> store.remove(place()));
  }

  @Override
  public final void recover(MessageRecoveryListener listener) throws Exception {
    for (int lane = 0; lane < declared.options().lanes(); lane++) {
      LaneScan scan = new LaneScan(this::page, lane, 0);
      while (listener.hasSpace() && scan.advance(Integer.MAX_VALUE)) {
        handOut(scan.current(), listener);
      }
    }
  }

  /** A range of messages apart from every cursor; or, without one of its own, the next page. */
  @Override
  public final void recoverMessages(MessageRecoveryContext wanted) throws Exception {
    if (wanted.isUseIsolatedCursor()) {
      new RangeRecovery(this, wanted).handOut(declared.options().lanes());
    } else {
      recoverNextMessages(wanted.getMaxMessageCountReturned(), wanted);
    }
  }

  /**
   * Gives a message to {@code listener}, unless it was removed meanwhile.
   *
   * @return whether the listener took it
   */
  final boolean handOut(StoredMessage stored, MessageRecoveryListener listener) throws Exception {
    Optional<Message> message = session.messages().toJms(stored);
    return message.isPresent() && listener.recoverMessage(message.get());
  }

  final Page<StoredMessage> page(PageRequest request) throws IOException {
    return gate()
        .ask(store -> store.find(place()).isEmpty() ? NOTHING : store.browse(place(), request));
  }

  /** Where a message lies: as it says itself, or else as the store finds it by its name. */
  final Optional<Position> locate(MessageId id) throws IOException {
    if (id.getEntryLocator() instanceof Position position
        && position.destinationId() == declared.id()) {
      return Optional.of(position);
    }
    return gate().ask(store -> store.locate(place(), JmsMessages.identity(id)));
  }

  private Optional<StoredMessage> find(MessageId id) throws IOException {
    Optional<Position> position = locate(id);
    return position.isEmpty() ? Optional.empty() : gate().ask(store -> store.read(position.get()));
  }

  /** What a prepared branch will take is not there for anybody. */
  @Override
  public final int getMessageCount() throws IOException {
    DestinationInfo figures = figures();
    return asInt(figures.messageCount() - figures.heldCount());
  }

  /** The broker counts in integers; it shall start with more messages than that, too. */
  static int asInt(long count) {
    return (int) Math.min(count, Integer.MAX_VALUE);
  }

  @Override
  public final long getMessageSize() throws IOException {
    DestinationInfo figures = figures();
    return figures.messageBytes() - figures.heldBytes();
  }

  @Override
  public final MessageStoreStatistics getMessageStoreStatistics() {
    return statistics;
  }

  private DestinationInfo figures() throws IOException {
    return gate().ask(store -> store.find(place())).orElseGet(this::removed);
  }

  /** For those who only look: a store that does not answer is reported by whoever works on it. */
  private DestinationInfo figuresIfAny() {
    try {
      return figures();
    } catch (IOException e) {
      return removed();
    }
  }

  private DestinationInfo removed() {
    return new DestinationInfo(place(), declared.id(), declared.options(), 0, 0, 0, 0, 0);
  }

  /**
   * A synchronous request is answered when it survives a power cut, any other when it is written.
   */
  static CommitDurability durability(boolean responseRequired) {
    return responseRequired ? CommitDurability.SYNC : CommitDurability.BUFFERED;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + "[" + place() + "]";
  }
}
