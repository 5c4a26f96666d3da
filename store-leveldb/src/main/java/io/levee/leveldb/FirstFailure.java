package io.levee.leveldb;

/**
 * Lets each of several pieces of work have its turn, whatever became of those before it, and tells
 * the first failure at the end: one damaged record keeps nothing else from being done.
 */
final class FirstFailure {

  private RuntimeException first;

  /** Does {@code work}; keeps what it throws. */
  void keep(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      first = first == null ? e : first;
    }
  }

  /** Throws what was kept first, if anything was. */
  void rethrow() {
    if (first != null) {
      throw first;
    }
  }
}
