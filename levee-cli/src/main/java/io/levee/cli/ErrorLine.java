package io.levee.cli;

import io.levee.engine.EngineException;
import io.levee.store.StoreException;
import java.net.BindException;
import java.util.Optional;
import java.util.stream.Stream;

/** Says in one line why something could not be done. */
final class ErrorLine {

  private ErrorLine() {}

  /**
   * The line for {@code failure}. The broker wraps what the store says; the store's own words say
   * more, so they are looked for first.
   */
  static String of(Throwable failure) {
    return find(failure, StoreException.class)
        .or(() -> find(failure, EngineException.class))
        .map(ErrorLine::message)
        .or(() -> find(failure, BindException.class).map(bind -> message(failure)))
        .orElseGet(() -> message(failure));
  }

  private static Optional<Throwable> find(Throwable failure, Class<? extends Throwable> type) {
    return Stream.iterate(failure, each -> each != null, Throwable::getCause)
        .filter(type::isInstance)
        .findFirst();
  }

  /** Without the names of error codes, which are for programs. */
  private static String message(Throwable failure) {
    String text = failure.getMessage();
    return text == null || text.isBlank()
        ? failure.getClass().getSimpleName()
        : text.strip().replaceFirst("^(?:[A-Z_]+: )+", "").replaceAll("\\s*\\R\\s*", " ");
  }
}
