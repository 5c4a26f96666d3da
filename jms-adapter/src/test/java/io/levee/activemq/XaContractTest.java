package io.levee.activemq;

import static io.levee.activemq.StartedAdapter.CONTEXT;
import static io.levee.activemq.StartedAdapter.ack;
import static io.levee.activemq.StartedAdapter.id;
import static io.levee.activemq.StartedAdapter.message;
import static io.levee.activemq.StartedAdapter.sendAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageAck;
import org.apache.activemq.command.SubscriptionInfo;
import org.apache.activemq.command.TransactionId;
import org.apache.activemq.command.XATransactionId;
import org.apache.activemq.store.MessageStore;
import org.apache.activemq.store.TopicMessageStore;
import org.apache.activemq.store.TransactionStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a broker relies on when transactions are distributed. */
final class XaContractTest {

  private static final ActiveMQQueue QUEUE = new ActiveMQQueue("orders");
  private static final ActiveMQTopic TOPIC = new ActiveMQTopic("prices");

  private final List<Object> events = new ArrayList<>();
  private StartedAdapter started;
  private MessageStore queue;
  private TopicMessageStore topic;
  private TransactionStore transactions;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    started = new StartedAdapter(directory);
    openStores();
    topic.addSubscription(new SubscriptionInfo("client", "a"), false);
  }

  @AfterEach
  void stop() {
    started.close();
  }

  private void openStores() throws Exception {
    transactions = started.adapter().createTransactionStore();
    queue = started.queue("orders");
    topic = started.topic("prices");
  }

  private void restart() throws Exception {
    started.restart();
    openStores();
  }

  private static XATransactionId xid(int number) {
    XATransactionId xid = new XATransactionId();
    xid.setFormatId(55);
    xid.setGlobalTransactionId(new byte[] {(byte) number});
    xid.setBranchQualifier(new byte[] {(byte) 0xFF, 0});
    return xid;
  }

  private void send(MessageStore store, int number, TransactionId transaction) throws Exception {
    Message message = message(store.getDestination(), number);
    message.setTransactionId(transaction);
    store.addMessage(CONTEXT, message);
  }

  private void take(int number, TransactionId transaction) throws Exception {
    queue.removeMessage(CONTEXT, ack(QUEUE, id(number), transaction));
  }

  private void settle(int number, TransactionId transaction) throws Exception {
    MessageAck settled = ack(TOPIC, id(number), transaction);
    topic.acknowledge(CONTEXT, "client", "a", settled.getLastMessageId(), settled);
  }

  private void commit(TransactionId transaction) throws Exception {
    transactions.commit(transaction, true, () -> {}, () -> events.add("after"));
  }

  private static List<Long> next(MessageStore store, int limit) throws Exception {
    HandedOut page = new HandedOut();
    store.recoverNextMessages(limit, page);
    return page.numbers();
  }

  private List<Long> pending() throws Exception {
    HandedOut page = new HandedOut();
    topic.recoverSubscription("client", "a", page);
    return page.numbers();
  }

  /** What a broker that starts is told, a line for each branch. */
  private List<String> recovered() throws Exception {
    List<String> told = new ArrayList<>();
    transactions.recover(
        (xid, added, acks) ->
            told.add(
                xid.getGlobalTransactionId()[0]
                    + " adds "
                    + Arrays.stream(added).map(Message::getDestination).toList()
                    + " takes "
                    + Arrays.stream(acks).map(MessageAck::getLastMessageId).toList()
                    + " for "
                    + Arrays.stream(acks)
                        .map(ack -> ack.getDestination() + "/" + ack.getConsumerId())
                        .toList()));
    return told;
  }

  @Test
  void whatIsPreparedIsSeenByNobodyUntilItsCommit() throws Exception {
    sendAll(queue, 1, 2);
    sendAll(topic, 11, 12);
    send(queue, 3, xid(1));
    send(topic, 13, xid(1));
    take(1, xid(1));
    settle(11, xid(1));
    transactions.prepare(xid(1));
    assertThat(next(queue, 10)).containsExactly(2L);
    assertThat(pending()).containsExactly(12L);
    assertThat(queue.getMessageCount()).isEqualTo(1);
    assertThat(topic.getMessageCount("client", "a")).isEqualTo(1);
    commit(xid(1));
    assertThat(next(queue, 10)).containsExactly(3L);
    assertThat(pending()).containsExactly(12L, 13L);
    assertThat(queue.getMessageCount()).isEqualTo(2);
    assertThat(events).containsExactly("after");
  }

  @Test
  void aBranchIsRecoveredWithWhatItAddsAndTakesAndForWhom() throws Exception {
    sendAll(queue, 1, 2);
    sendAll(topic, 11, 12);
    send(queue, 3, xid(1));
    take(1, xid(1));
    settle(12, xid(1));
    transactions.prepare(xid(1));
    send(queue, 4, xid(2));
    restart();
    assertThat(recovered())
        .containsExactly(
            "1 adds [queue://orders] takes [ID:sender-1:1:1:1, ID:sender-1:1:1:12] for"
                + " [queue://orders/null:0:0, topic://prices/6:client:a:0:0]");
    assertThat(queue.getMessageCount()).isEqualTo(1);
    assertThat(next(queue, 10)).containsExactly(2L);
    assertThat(pending()).containsExactly(11L);
  }

  @Test
  void aRecoveredBranchIsCommitted() throws Exception {
    sendAll(queue, 1, 2);
    take(1, xid(1));
    send(queue, 3, xid(1));
    transactions.prepare(xid(1));
    restart();
    assertThat(recovered()).hasSize(1);
    commit(xid(1));
    assertThat(next(queue, 10)).containsExactly(2L, 3L);
    restart();
    assertThat(recovered()).isEmpty();
    assertThat(next(queue, 10)).containsExactly(2L, 3L);
  }

  @Test
  void whatARecoveredBranchGivesBackComesBeforeThePageThatHadPassedIt() throws Exception {
    sendAll(queue, 1, 6);
    take(2, xid(1));
    take(4, xid(1));
    take(6, xid(1));
    transactions.prepare(xid(1));
    restart();
    assertThat(recovered()).hasSize(1);
    assertThat(next(queue, 2)).containsExactly(1L, 3L);
    transactions.rollback(xid(1));
    assertThat(queue.getMessageCount()).isEqualTo(6);
    assertThat(next(queue, 2)).containsExactly(2L, 4L);
    assertThat(next(queue, 10)).containsExactly(5L, 6L);
    assertThat(next(queue, 10)).isEmpty();
  }

  @Test
  void whatCameBackIsReadOnceWhenTheCursorWasResetMeanwhile() throws Exception {
    sendAll(queue, 1, 3);
    take(1, xid(1));
    transactions.prepare(xid(1));
    restart();
    assertThat(recovered()).hasSize(1);
    assertThat(next(queue, 10)).containsExactly(2L, 3L);
    transactions.rollback(xid(1));
    queue.resetBatching();
    assertThat(next(queue, 10)).containsExactly(1L, 2L, 3L);
    assertThat(next(queue, 10)).isEmpty();
  }

  @Test
  void aBranchWithNothingToStoreIsNotRememberedAndItsCommitRunsItsCallbacks() throws Exception {
    take(99, xid(1));
    transactions.prepare(xid(1));
    transactions.prepare(xid(2));
    commit(xid(1));
    commit(xid(2));
    assertThat(events).containsExactly("after", "after");
    assertThat(recovered()).isEmpty();
  }

  @Test
  void whatAClientSendsAgainAfterThePrepareIsPassedOver() throws Exception {
    send(queue, 1, xid(1));
    transactions.prepare(xid(1));
    send(queue, 1, xid(1));
    commit(xid(1));
    assertThat(next(queue, 10)).containsExactly(1L);
  }

  @Test
  void anXidThatNamesNothingIsRefused() {
    XATransactionId empty = xid(1);
    empty.setGlobalTransactionId(new byte[0]);
    assertThatThrownBy(() -> send(queue, 1, empty))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("names no branch");
  }

  @Test
  void aMessageThatWasSentBeforeIsAnnouncedAsADuplicateByTheCommitOfABranch() throws Exception {
    sendAll(queue, 1, 1);
    queue.registerIndexListener(
        added -> events.add(added.message.getMessageId().getFutureOrSequenceLong()));
    send(queue, 1, xid(1));
    send(queue, 2, xid(1));
    transactions.prepare(xid(1));
    assertThat(events).isEmpty();
    commit(xid(1));
    assertThat(events).containsExactly(-1L, 2L, "after");
    assertThat(queue.getMessageCount()).isEqualTo(2);
  }

  @Test
  void aDestinationThatABranchNeedsIsNotRemoved() throws Exception {
    sendAll(queue, 1, 1);
    take(1, xid(1));
    transactions.prepare(xid(1));
    assertThatThrownBy(() -> queue.removeAllMessages(CONTEXT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("BRANCH_IN_DOUBT");
    transactions.rollback(xid(1));
    assertThat(next(queue, 10)).containsExactly(1L);
  }

  @Test
  void whatIsInDoubtIsCommittedAtTheStartWhenConfiguredSo() throws Exception {
    sendAll(queue, 1, 1);
    take(1, xid(1));
    send(queue, 2, xid(1));
    transactions.prepare(xid(1));
    started.adapter().setInDoubtAtStart("commit");
    restart();
    assertThat(recovered()).isEmpty();
    assertThat(next(queue, 10)).containsExactly(2L);
  }

  @Test
  void whatIsInDoubtIsRolledBackAtTheStartWhenConfiguredSo() throws Exception {
    sendAll(queue, 1, 1);
    take(1, xid(1));
    send(queue, 2, xid(1));
    transactions.prepare(xid(1));
    started.adapter().setInDoubtAtStart("Rollback");
    restart();
    assertThat(recovered()).isEmpty();
    assertThat(next(queue, 10)).containsExactly(1L);
  }

  @Test
  void anUnknownOutcomeForWhatIsInDoubtIsRefusedWithTheChoices() {
    assertThatThrownBy(() -> started.adapter().setInDoubtAtStart("never"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("inDoubtAtStart is one of keep, commit, rollback, not never");
  }
}
