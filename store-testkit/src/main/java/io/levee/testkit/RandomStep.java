package io.levee.testkit;

import io.levee.store.MessageStore;
import io.levee.store.Position;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * One thing to do to a store and to the model alike.
 *
 * @param text what it is, for a report
 * @param durable whether after this answer it survives a power cut, and all before it
 * @param unfinished whether part of it is done later, in the background
 * @param action does it, and answers what came of it as text that is the same for both
 */
record RandomStep(String text, Predicate<String> durable, boolean unfinished, Action action) {

  /** How the answer to a step begins that was refused and did nothing. */
  static final String REFUSED = "refused ";

  RandomStep(String text, Predicate<String> durable, Action action) {
    this(text, durable, false, action);
  }

  /** For steps that a power cut may take until a later one is durable. */
  static boolean notYet(String answer) {
    return false;
  }

  static boolean unlessRefused(String answer) {
    return !answer.startsWith(REFUSED);
  }

  /** Does a step. */
  interface Action {
    /** Does it to {@code store}; {@code places} gives its position for one of the model. */
    String on(MessageStore store, UnaryOperator<Position> places);
  }
}
