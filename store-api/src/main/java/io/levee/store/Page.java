package io.levee.store;

import java.util.List;

/**
 * A bounded piece of an ordered answer.
 *
 * @param items what was found, in order
 * @param more whether there may be more after the last item; when {@code false} the end was reached
 * @param <T> what the page holds
 */
public record Page<T>(List<T> items, boolean more) {

  public Page {
    items = List.copyOf(items);
  }
}
