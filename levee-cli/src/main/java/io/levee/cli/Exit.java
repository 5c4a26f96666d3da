package io.levee.cli;

/** The exit statuses of the {@code levee} command; scripts rely on them. */
final class Exit {

  /** What was asked for was done, and there is nothing to complain about. */
  static final int DONE = 0;

  /** It was done, and the answer is bad: damage, a loss, fewer messages than wanted or begun. */
  static final int BAD = 1;

  /** The command line was wrong. */
  static final int USAGE = 2;

  /** It could not be done. */
  static final int FAILED = 3;

  private Exit() {}
}
