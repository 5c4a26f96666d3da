package io.levee.testkit;

import io.levee.store.DeadLetter;
import io.levee.store.DeadLetters;
import io.levee.store.Destination;
import io.levee.store.Page;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The dead-letter channels of the model. */
final class ModelDeadLetters implements DeadLetters {

  private final Supplier<ModelState> state;
  private final StoreLimits limits;

  ModelDeadLetters(Supplier<ModelState> state, StoreLimits limits) {
    this.state = state;
    this.limits = limits;
  }

  @Override
  public Page<DeadLetter> list(String channel, long afterSequence, int limit) {
    return page(shown(channel), afterSequence, limit);
  }

  @Override
  public Page<DeadLetter> listFrom(
      String channel, Destination origin, long afterSequence, int limit) {
    return page(
        shown(channel).filter(letter -> letter.origin().equals(origin)), afterSequence, limit);
  }

  @Override
  public List<Destination> origins(String channel) {
    return all(channel).map(DeadLetter::origin).distinct().sorted().toList();
  }

  private static Page<DeadLetter> page(Stream<DeadLetter> letters, long after, int limit) {
    if (limit < 1 || limit > 100_000) {
      throw new IllegalArgumentException("limit " + limit);
    }
    return ModelPages.page(letters, l -> l.message().position().sequence(), after, limit);
  }

  private Stream<DeadLetter> shown(String channel) {
    ModelState now = state.get();
    return all(channel).filter(letter -> !now.isHeld(letter.message().position()));
  }

  private Stream<DeadLetter> all(String channel) {
    ModelState now = state.get();
    return now.require(Destination.deadLetterChannel(channel)).messages.values().stream()
        .filter(message -> message.origin().isPresent())
        .map(message -> message.deadLetter(limits));
  }
}
