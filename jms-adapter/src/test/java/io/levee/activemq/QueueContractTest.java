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
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.store.IndexListener.MessageContext;
import org.apache.activemq.store.MessageStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a broker's queue relies on; much of it ActiveMQ's own tests do not notice. */
final class QueueContractTest {

  private static final ActiveMQQueue QUEUE = new ActiveMQQueue("orders");

  private final List<MessageContext> announced = new ArrayList<>();
  private StartedAdapter started;
  private MessageStore queue;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    started = new StartedAdapter(directory);
    queue = started.queue("orders");
  }

  @AfterEach
  void stop() {
    started.close();
  }

  private List<Long> next(int max) throws Exception {
    HandedOut page = new HandedOut();
    queue.recoverNextMessages(max, page);
    return page.numbers();
  }

  private void listen() {
    queue.registerIndexListener(announced::add);
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toList();
  }

  @Test
  void pagesHoldNoMoreThanWasAskedForAndFollowOneAnother() throws Exception {
    sendAll(queue, 1, 7);
    assertThat(next(3)).isEqualTo(numbers(1, 3));
    assertThat(next(3)).isEqualTo(numbers(4, 6));
    assertThat(next(3)).isEqualTo(numbers(7, 7));
    assertThat(next(3)).isEmpty();
  }

  @Test
  void aPageLargerThanTheStoreReadsAtOnceIsComplete() throws Exception {
    sendAll(queue, 1, 450);
    assertThat(next(1000)).isEqualTo(numbers(1, 450));
  }

  @Test
  void aPageEndsWhenTheListenerHasNoSpaceAndTheNextGoesOnBehindIt() throws Exception {
    sendAll(queue, 1, 5);
    HandedOut small = new HandedOut(any -> true, 2);
    queue.recoverNextMessages(4, small);
    assertThat(small.numbers()).isEqualTo(numbers(1, 2));
    assertThat(next(10)).isEqualTo(numbers(3, 5));
  }

  @Test
  void afterAResetPagesBeginAtTheHead() throws Exception {
    sendAll(queue, 1, 4);
    next(3);
    queue.resetBatching();
    assertThat(next(2)).isEqualTo(numbers(1, 2));
  }

  @Test
  void recoveringEverythingDoesNotMoveThePages() throws Exception {
    sendAll(queue, 1, 4);
    next(1);
    HandedOut all = new HandedOut();
    queue.recover(all);
    assertThat(all.numbers()).isEqualTo(numbers(1, 4));
    assertThat(next(1)).isEqualTo(numbers(2, 2));
  }

  @Test
  void handedOutMessagesCarryTheirSequence() throws Exception {
    sendAll(queue, 1, 3);
    HandedOut page = new HandedOut();
    queue.recoverNextMessages(3, page);
    assertThat(page.messages())
        .extracting(m -> (Long) m.getMessageId().getFutureOrSequenceLong())
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void aBatchThatWasSetIsFollowedByWhatComesAfterIt() throws Exception {
    listen();
    sendAll(queue, 1, 5);
    announced.forEach(added -> added.onCompletion.run());
    queue.setBatch(announced.get(2).message.getMessageId());
    assertThat(next(10)).isEqualTo(numbers(4, 5));
  }

  @Test
  void pagesDoNotBeginAnewBehindADuplicate() throws Exception {
    listen();
    sendAll(queue, 1, 4);
    announced.forEach(added -> added.onCompletion.run());
    next(2);
    Message duplicate = message(QUEUE, 1);
    queue.addMessage(CONTEXT, duplicate);
    queue.setBatch(duplicate.getMessageId());
    assertThat(next(10)).isEqualTo(numbers(3, 4));
  }

  @Test
  void whatTheQueueHasNotPutIntoItsCursorIsNotPagedIn() throws Exception {
    listen();
    sendAll(queue, 1, 4);
    announced.get(0).onCompletion.run();
    announced.get(1).onCompletion.run();
    announced.get(3).onCompletion.run();
    assertThat(next(10)).isEqualTo(numbers(1, 2));
    announced.get(2).onCompletion.run();
    assertThat(next(10)).isEqualTo(numbers(3, 4));
  }

  @Test
  void aBatchIsNotSetBeyondWhatTheQueueHasNotPutIntoItsCursor() throws Exception {
    listen();
    sendAll(queue, 1, 4);
    announced.get(0).onCompletion.run();
    queue.setBatch(announced.get(3).message.getMessageId());
    announced.subList(1, 4).forEach(added -> added.onCompletion.run());
    assertThat(next(10)).isEqualTo(numbers(2, 4));
  }

  @Test
  void aMessageIsAnnouncedWithItsSequenceBeforeItIsSent() throws Exception {
    listen();
    Message sent = message(QUEUE, 1);
    queue.addMessage(CONTEXT, sent);
    assertThat(announced).hasSize(1);
    assertThat(announced.get(0).message).isSameAs(sent);
    assertThat(announced.get(0).context).isSameAs(CONTEXT);
    assertThat(sent.getMessageId().getFutureOrSequenceLong()).isEqualTo(1L);
  }

  @Test
  void aDuplicateIsKeptOnceAndAnnouncedAsOne() throws Exception {
    listen();
    queue.addMessage(CONTEXT, message(QUEUE, 1));
    Message again = message(QUEUE, 1);
    queue.addMessage(CONTEXT, again);
    assertThat(queue.getMessageCount()).isEqualTo(1);
    assertThat(announced).hasSize(2);
    assertThat(again.getMessageId().getFutureOrSequenceLong()).isEqualTo(-1L);
  }

  @Test
  void announcementsOfConcurrentSendersComeInTheOrderOfTheSequences() throws Exception {
    listen();
    List<Callable<MessageStore>> senders = new ArrayList<>();
    for (int sender = 0; sender < 8; sender++) {
      int from = 1 + sender * 50;
      senders.add(() -> sendAll(queue, from, from + 49));
    }
    ExecutorService threads = Executors.newFixedThreadPool(senders.size());
    try {
      for (Future<MessageStore> sent : threads.invokeAll(senders)) {
        sent.get();
      }
    } finally {
      threads.shutdown();
    }
    assertThat(announced)
        .extracting(added -> (Long) added.message.getMessageId().getFutureOrSequenceLong())
        .isEqualTo(numbers(1, 400));
  }

  @Test
  void anAcknowledgedMessageIsGoneWhetherItsPlaceIsKnownOrNot() throws Exception {
    Message known = message(QUEUE, 1);
    queue.addMessage(CONTEXT, known);
    sendAll(queue, 2, 3);
    queue.removeMessage(CONTEXT, ack(QUEUE, known.getMessageId(), null));
    queue.removeMessage(CONTEXT, ack(QUEUE, id(3), null));
    queue.removeMessage(CONTEXT, ack(QUEUE, id(99), null));
    assertThat(next(10)).containsExactly(2L);
  }

  @Test
  void aPlaceInAnotherQueueIsNotBelieved() throws Exception {
    MessageStore other = started.queue("copies");
    Message original = message(QUEUE, 1);
    queue.addMessage(CONTEXT, original);
    sendAll(other, 1, 1);
    MessageId withPlaceInOrders = original.getMessageId().copy();
    other.removeMessage(CONTEXT, ack(new ActiveMQQueue("copies"), withPlaceInOrders, null));
    assertThat(other.getMessageCount()).isZero();
    assertThat(queue.getMessageCount()).isEqualTo(1);
  }

  @Test
  void aMessageIsFoundByItsIdAndAnUnknownOneIsNull() throws Exception {
    sendAll(queue, 1, 2);
    assertThat(((ActiveMQTextMessage) queue.getMessage(id(2))).getText()).isEqualTo("text 2");
    assertThat(queue.getMessage(id(3))).isNull();
  }

  @Test
  void countAndSizeAreExactAfterARestart() throws Exception {
    sendAll(queue, 1, 5);
    queue.removeMessage(CONTEXT, ack(QUEUE, id(2), null));
    long size = queue.getMessageSize();
    started.restart();
    MessageStore reopened = started.queue("orders");
    assertThat(reopened.getMessageCount()).isEqualTo(4);
    assertThat(reopened.getMessageSize()).isEqualTo(size).isPositive();
    assertThat(reopened.getMessageStoreStatistics().getMessageCount().getCount()).isEqualTo(4);
    assertThat(reopened.getMessageStoreStatistics().getMessageSize().getTotalSize())
        .isEqualTo(size);
  }

  @Test
  void anUpdateKeepsPlaceAndBodyAndSurvivesARestart() throws Exception {
    sendAll(queue, 1, 2);
    Message redelivered = queue.getMessage(id(1));
    redelivered.setRedeliveryCounter(3);
    queue.updateMessage(redelivered);
    started.restart();
    HandedOut page = new HandedOut();
    started.queue("orders").recoverNextMessages(10, page);
    assertThat(page.numbers()).isEqualTo(numbers(1, 2));
    assertThat(page.messages().get(0).getRedeliveryCounter()).isEqualTo(3);
    assertThat(((ActiveMQTextMessage) page.messages().get(0)).getText()).isEqualTo("text 1");
  }

  @Test
  void anUpdateOfAMessageThatIsNotStoredStoresIt() throws Exception {
    Message message = message(QUEUE, 1);
    message.setTransactionId(StartedAdapter.transaction(1));
    queue.updateMessage(message);
    assertThat(next(10)).containsExactly(1L);
  }

  @Test
  void anUpdateThatChangesTheBodyIsRefused() throws Exception {
    sendAll(queue, 1, 1);
    ActiveMQTextMessage longer = message(QUEUE, 1);
    longer.setText("a text of another length");
    assertThatThrownBy(() -> queue.updateMessage(longer))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("must not change the body");
  }

  @Test
  void urgentMessagesAreServedFirstAlsoWhenTheyComeLate() throws Exception {
    queue.setPrioritizedMessages(true);
    queue.start();
    sendWithPriority(1, 4);
    sendWithPriority(2, 1);
    sendWithPriority(3, 7);
    sendWithPriority(4, 9);
    assertThat(next(3)).containsExactly(3L, 4L, 1L);
    sendWithPriority(5, 8);
    assertThat(next(3)).containsExactly(5L, 2L);
  }

  @Test
  void messagesStoredWithPriorityAreServedAfterItIsSwitchedOff() throws Exception {
    queue.setPrioritizedMessages(true);
    queue.start();
    sendWithPriority(1, 9);
    sendWithPriority(2, 0);
    started.restart();
    queue = started.queue("orders");
    sendWithPriority(3, 9);
    assertThat(next(10)).containsExactly(1L, 3L, 2L);
  }

  private void sendWithPriority(int number, int priority) throws Exception {
    Message message = message(QUEUE, number);
    message.setPriority((byte) priority);
    queue.addMessage(CONTEXT, message);
  }
}
