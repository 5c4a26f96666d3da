package io.levee.leveldb.engine;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Runs file operations on a thread that may be interrupted at any time: a Java file channel answers
 * an interrupt by closing itself, which must neither fail a write that is on disk nor drop a lock.
 */
final class Uninterrupted {

  /** A file operation that opens the channels it uses, so that it can be run again. */
  @FunctionalInterface
  interface Operation<T> {
    T run() throws IOException;
  }

  private Uninterrupted() {}

  /** The result of {@code operation}; an interrupt is delivered after it. */
  static <T> T call(Operation<T> operation) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return operation.run();
        } catch (ClosedByInterruptException e) {
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
