package io.levee.testkit;

import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Cuts pages out of ordered streams. */
final class ModelPages {

  private ModelPages() {}

  static Page<StoredMessage> page(Stream<StoredMessage> messages, PageRequest request) {
    Page<StoredMessage> byCount =
        page(
            messages,
            message -> message.position().sequence(),
            request.afterSequence(),
            request.limit());
    List<StoredMessage> fitting = new ArrayList<>();
    long bytes = 0;
    for (StoredMessage message : byCount.items()) {
      bytes += message.countedBytes();
      if (bytes > request.maxBytes() && !fitting.isEmpty()) {
        return new Page<>(fitting, true);
      }
      fitting.add(message);
    }
    return byCount;
  }

  static <T> Page<T> page(Stream<T> all, ToLongFunction<T> sequence, long after, int limit) {
    List<T> rest = all.filter(item -> sequence.applyAsLong(item) > after).toList();
    return new Page<>(rest.subList(0, Math.min(limit, rest.size())), rest.size() > limit);
  }
}
