package io.levee.cli;

import io.levee.activemq.StoredHeader;
import io.levee.store.BranchOperation;
import io.levee.store.Bytes;
import java.util.Locale;

/** An operation of a branch in words. */
final class OperationLine {

  private OperationLine() {}

  /** Its place in the transaction, what it will do, with what, and how much that is. */
  static String of(BranchOperation operation) {
    StringBuilder line = new StringBuilder();
    line.append(operation.ordinal()).append("  ").append(kind(operation.kind())).append(' ');
    line.append(operation.destination());
    operation.position().ifPresent(position -> line.append(" at ").append(position));
    operation
        .subscription()
        .ifPresent(name -> line.append(" for ").append(StoreFigures.readable(name)));
    operation.target().ifPresent(target -> line.append(" to ").append(target));
    line.append(", ").append(Plural.of(operation.bytes(), "byte"));
    operation.header().ifPresent(header -> line.append(message(header, operation.bytes())));
    return line.toString();
  }

  private static String kind(BranchOperation.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Its JMS id; of a message that an application made itself, what it consists of. */
  private static String message(Bytes header, long bytes) {
    return StoredHeader.messageId(header)
        .map(id -> ", JMS message " + id)
        .orElseGet(
            () ->
                String.format(
                    Locale.ROOT,
                    ", header %,d and body %,d",
                    header.size(),
                    bytes - header.size()));
  }
}
