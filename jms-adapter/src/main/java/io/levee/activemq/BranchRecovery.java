package io.levee.activemq;

import io.levee.store.BranchId;
import io.levee.store.BranchInfo;
import io.levee.store.BranchInfo.State;
import io.levee.store.BranchOperation;
import io.levee.store.BranchOperation.Kind;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Page;
import io.levee.store.Position;
import io.levee.store.StoredMessage;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.command.ConsumerId;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageAck;
import org.apache.activemq.command.XATransactionId;
import org.apache.activemq.store.TransactionRecoveryListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a broker that starts of the branches in doubt, or ends them first, as the operator has
 * chosen; with a line in the log for each.
 */
final class BranchRecovery {

  private static final Logger LOG = LoggerFactory.getLogger(BranchRecovery.class);
  private static final int PAGE = 1_000;

  private final StoreGate gate;
  private final PreparedBranches prepared;

  BranchRecovery(StoreGate gate, PreparedBranches prepared) {
    this.gate = gate;
    this.prepared = prepared;
  }

  void run(InDoubt inDoubt, TransactionRecoveryListener listener) throws IOException {
    Page<BranchInfo> page = new Page<>(List.of(), true);
    long after = 0;
    while (page.more()) {
      long from = after;
      page = gate.ask(store -> store.dtx().list(from, PAGE));
      for (BranchInfo branch : page.items()) {
        after = branch.number();
        if (branch.state() == State.PREPARED) {
          settle(branch, inDoubt, listener);
        } else {
          LOG.info("{} waits to be forgotten", described(branch));
        }
      }
    }
  }

  private void settle(BranchInfo branch, InDoubt inDoubt, TransactionRecoveryListener listener)
      throws IOException {
    switch (inDoubt) {
      case KEEP -> {
        LOG.info("{} waits for its transaction manager", described(branch));
        hand(branch.id(), listener);
      }
      case COMMIT -> {
        gate.ask(store -> store.dtx().forceCommit(branch.id(), receipt -> {}));
        LOG.warn("{} was committed because the adapter is configured so", described(branch));
      }
      case ROLLBACK -> {
        gate.tell(store -> store.dtx().forceRollback(branch.id()));
        LOG.warn("{} was rolled back because the adapter is configured so", described(branch));
      }
    }
  }

  static String described(BranchInfo branch) {
    return "The branch %s (%s since %s, %d operations)"
        .formatted(
            branch.id(),
            branch.state(),
            Instant.ofEpochMilli(branch.endedAtMillis().orElse(branch.preparedAtMillis())),
            branch.operations());
  }

  private void hand(BranchId id, TransactionRecoveryListener listener) throws IOException {
    XATransactionId xid = BrokerXid.xid(id);
    List<Message> additions = new ArrayList<>();
    ArrayList<MessageAck> acks = new ArrayList<>();
    List<Position> heldInQueues = new ArrayList<>();
    for (BranchOperation operation : operations(id)) {
      if (operation.kind() == Kind.ENQUEUE) {
        additions.add(addition(operation, xid));
      } else {
        acks.add(ack(operation, xid));
      }
      if (operation.destination().kind() == Destination.Kind.QUEUE) {
        operation.position().ifPresent(heldInQueues::add);
      }
    }
    prepared.recovered(id, heldInQueues);
    xid.setPreparedAcks(acks);
    listener.recover(xid, additions.toArray(Message[]::new), acks.toArray(MessageAck[]::new));
  }

  private List<BranchOperation> operations(BranchId id) throws IOException {
    List<BranchOperation> all = new ArrayList<>();
    Page<BranchOperation> page = new Page<>(List.of(), true);
    while (page.more()) {
      int after = all.isEmpty() ? -1 : all.get(all.size() - 1).ordinal();
      page = gate.ask(store -> store.dtx().operations(id, after, PAGE));
      all.addAll(page.items());
    }
    return all;
  }

  /** Without its content: the broker wants to know which destination to wake, nothing else. */
  private static Message addition(BranchOperation operation, XATransactionId xid) {
    Message message = new ActiveMQMessage();
    message.setDestination(destination(operation.destination()));
    message.setTransactionId(xid);
    message.setPersistent(true);
    return message;
  }

  private MessageAck ack(BranchOperation operation, XATransactionId xid) throws IOException {
    MessageAck ack = new MessageAck();
    ack.setAckType(MessageAck.STANDARD_ACK_TYPE);
    ack.setDestination(destination(operation.destination()));
    ack.setTransactionId(xid);
    ack.setMessageCount(1);
    ConsumerId consumer = new ConsumerId();
    operation.subscription().map(Bytes::toUtf8).ifPresent(consumer::setConnectionId);
    ack.setConsumerId(consumer);
    Position position = operation.position().orElseThrow();
    Optional<StoredMessage> stored = gate.ask(store -> store.read(position));
    if (stored.isPresent()) {
      ack.setLastMessageId(JmsMessages.id(stored.get()));
    }
    return ack;
  }

  private static ActiveMQDestination destination(Destination place) {
    return place.kind() == Destination.Kind.TOPIC
        ? new ActiveMQTopic(place.name())
        : new ActiveMQQueue(place.name());
  }
}
