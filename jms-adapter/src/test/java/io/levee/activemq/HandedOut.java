package io.levee.activemq;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.activemq.command.Message;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.store.MessageRecoveryListener;

/** Remembers which messages a store hands out, by the number that their producer gave them. */
final class HandedOut implements MessageRecoveryListener {

  private final List<Message> messages = new ArrayList<>();
  private final Predicate<Message> taken;
  private final int space;

  HandedOut() {
    this(any -> true, Integer.MAX_VALUE);
  }

  HandedOut(Predicate<Message> taken, int space) {
    this.taken = taken;
    this.space = space;
  }

  @Override
  public boolean recoverMessage(Message message) {
    boolean take = taken.test(message);
    if (take) {
      messages.add(message);
    }
    return take;
  }

  @Override
  public boolean recoverMessageReference(MessageId id) {
    throw new AssertionError("Levee hands out messages, not references");
  }

  @Override
  public boolean hasSpace() {
    return messages.size() < space;
  }

  @Override
  public boolean canRecoveryNextMessage() {
    return hasSpace();
  }

  @Override
  public boolean isDuplicate(MessageId id) {
    return false;
  }

  List<Message> messages() {
    return messages;
  }

  List<Long> numbers() {
    return messages.stream().map(m -> m.getMessageId().getProducerSequenceId()).toList();
  }
}
