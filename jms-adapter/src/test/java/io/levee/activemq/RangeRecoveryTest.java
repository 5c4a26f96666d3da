package io.levee.activemq;

import static io.levee.activemq.StartedAdapter.CONTEXT;
import static io.levee.activemq.StartedAdapter.ack;
import static io.levee.activemq.StartedAdapter.id;
import static io.levee.activemq.StartedAdapter.message;
import static io.levee.activemq.StartedAdapter.sendAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.Message;
import org.apache.activemq.store.MessageRecoveryContext;
import org.apache.activemq.store.MessageStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranges of messages, as the broker's command for backups asks for them. */
final class RangeRecoveryTest {

  private static final ActiveMQQueue QUEUE = new ActiveMQQueue("orders");

  private StartedAdapter started;
  private MessageStore queue;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    started = new StartedAdapter(directory);
    queue = started.queue("orders");
    sendAll(queue, 1, 9);
    queue.removeMessage(CONTEXT, ack(QUEUE, id(3), null));
  }

  @AfterEach
  void stop() {
    started.close();
  }

  private List<Long> range(UnaryOperator<MessageRecoveryContext.Builder> wanted) throws Exception {
    HandedOut handedOut = new HandedOut();
    queue.recoverMessages(
        wanted
            .apply(new MessageRecoveryContext.Builder().messageRecoveryListener(handedOut))
            .build());
    return handedOut.numbers();
  }

  private static String name(long number) {
    return id(number).toString();
  }

  @Test
  void bothEndsBelongToARange() throws Exception {
    assertThat(range(wanted -> wanted.startMessageId(name(2)).endMessageId(name(5))))
        .containsExactly(2L, 4L, 5L);
    assertThat(range(wanted -> wanted.startMessageId(name(7)))).containsExactly(7L, 8L, 9L);
    assertThat(range(wanted -> wanted.endMessageId(name(2)))).containsExactly(1L, 2L);
  }

  @Test
  void aRangeHoldsNoMoreThanIsWanted() throws Exception {
    assertThat(range(wanted -> wanted.offset(3).maxMessageCountReturned(2)))
        .containsExactly(4L, 5L);
    assertThat(range(wanted -> wanted.maxMessageCountReturned(1))).containsExactly(1L);
  }

  @Test
  void anUnknownStartIsTheHeadAndAnUnknownEndLiesBehindWhatIsWanted() throws Exception {
    assertThat(range(wanted -> wanted.startMessageId("nonsense").endMessageId(name(2))))
        .containsExactly(1L, 2L);
    assertThat(
            range(
                wanted ->
                    wanted
                        .startMessageId(name(4))
                        .endMessageId(name(99))
                        .maxMessageCountReturned(2)))
        .containsExactly(4L, 5L);
  }

  @Test
  void aRangeWhoseEndLiesBeforeItsStartIsRefused() {
    assertThatThrownBy(() -> range(w -> w.startMessageId(name(5)).endMessageId(name(2))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(name(5));
  }

  @Test
  void aRangeGoesThroughEveryBand() throws Exception {
    queue.setPrioritizedMessages(true);
    Message urgent = message(QUEUE, 10);
    urgent.setPriority((byte) 9);
    queue.addMessage(CONTEXT, urgent);

    assertThat(range(wanted -> wanted.startMessageId(name(8)))).containsExactly(10L, 8L, 9L);
    assertThat(range(wanted -> wanted.startMessageId(name(8)).endMessageId(name(9))))
        .containsExactly(8L, 9L);
  }

  @Test
  void onlyARangeWithoutACursorOfItsOwnMovesThePages() throws Exception {
    range(wanted -> wanted.maxMessageCountReturned(2));
    assertThat(range(wanted -> wanted.useIsolatedCursor(false).maxMessageCountReturned(2)))
        .containsExactly(1L, 2L);

    HandedOut page = new HandedOut();
    queue.recoverNextMessages(1, page);
    assertThat(page.numbers()).containsExactly(4L);
  }
}
