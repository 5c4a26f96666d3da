package io.levee.store;

import java.util.Objects;

/**
 * The one exception of the store. Its {@link Category} says what the caller can do, its {@link
 * Code} names the cause, its message says what, where, which values and what to do.
 *
 * <p>Absence is never an exception: it is an empty answer. A {@code null} or a value outside its
 * documented range is an {@link IllegalArgumentException} or {@link NullPointerException} of the
 * record that carries it.
 */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What the caller can do. */
  public enum Category {
    /** The request cannot be granted as it is; nothing was changed. Asking again gives the same. */
    REFUSED,
    /** Nothing was changed; the same request may succeed later. */
    RETRY,
    /** What was asked for may have happened or still happen; the store goes on. */
    UNKNOWN,
    /**
     * The store answers nothing more until it is opened again. What the failed call asked for may
     * or may not have happened; opening decides from disk.
     */
    FATAL
  }

  /** The named causes. */
  public enum Code {
    /** No destination of that kind and name is declared. */
    UNKNOWN_DESTINATION(Category.REFUSED),
    /** The destination is declared with other options. */
    OPTIONS_DIFFER(Category.REFUSED),
    /** The operation does not fit the kind of the destination. */
    WRONG_KIND(Category.REFUSED),
    /** A message of that identity is stored in that destination. */
    DUPLICATE_ID(Category.REFUSED),
    /** Header or body is larger than the store's limit. */
    MESSAGE_TOO_LARGE(Category.REFUSED),
    /** The name is larger than the store's limit. */
    NAME_TOO_LONG(Category.REFUSED),
    /** The lane is not one of the destination's lanes. */
    UNKNOWN_LANE(Category.REFUSED),
    /** The expiry had already passed when the message was given to the store. */
    ALREADY_EXPIRED(Category.REFUSED),
    /** The message has no origin to return to: it was not dead-lettered, or its origin is gone. */
    NO_ORIGIN(Category.REFUSED),
    /** The topic has a subscription of that name. */
    SUBSCRIPTION_EXISTS(Category.REFUSED),
    /** The content was not finished, was used before, or belongs to another store. */
    CONTENT_NOT_READY(Category.REFUSED),
    /** The transaction was committed or rolled back before. */
    TRANSACTION_ENDED(Category.REFUSED),
    /** The transaction is larger than the store's limit. */
    TRANSACTION_TOO_LARGE(Category.REFUSED),
    /** No branch of that name is prepared, or not any more. */
    UNKNOWN_BRANCH(Category.REFUSED),
    /** A branch of that name was prepared and not ended, or ended by an operator. */
    BRANCH_EXISTS(Category.REFUSED),
    /** An operator ended the branch with an outcome of his own; it waits to be forgotten. */
    BRANCH_FORCED(Category.REFUSED),
    /** A branch has promised something here, and its outcome is not known yet. */
    BRANCH_IN_DOUBT(Category.RETRY),
    /** A prepared branch holds the message until its outcome is known. */
    MESSAGE_HELD(Category.RETRY),
    /** The operation cannot be promised; only committed at once. */
    NOT_IN_BRANCH(Category.REFUSED),
    /** The write would leave less free disk than the reserve. Acknowledging still works. */
    DISK_RESERVE(Category.RETRY),
    /** So little disk is free that not even an acknowledgement is safe. */
    DISK_FULL(Category.RETRY),
    /** Another store, in this process or another, has the directory. */
    DIRECTORY_LOCKED(Category.RETRY),
    /** The directory is a file, cannot be written, or holds something else. */
    DIRECTORY_UNUSABLE(Category.REFUSED),
    /** The store was written by a newer version. Nothing was changed. */
    NEWER_FORMAT(Category.REFUSED),
    /** Stored bytes are damaged or of an unknown family. Nothing was changed. */
    CORRUPT(Category.REFUSED),
    /** The native library cannot be loaded on this machine. */
    NATIVE_LIBRARY(Category.REFUSED),
    /** The store was closed. */
    STORE_CLOSED(Category.FATAL),
    /** A write failed with an unknown outcome, now or before. Close the store and open it again. */
    STORE_FAILED(Category.FATAL),
    /** The calling thread was interrupted while it waited; the commit may go on without it. */
    INTERRUPTED(Category.UNKNOWN);

    private final Category category;

    Code(Category category) {
      this.category = category;
    }

    /** What the caller can do about this cause. */
    public Category category() {
      return category;
    }
  }

  private final Code code;
  private final String detail;

  /** An error with its cause's name and a message that says what, where and what to do. */
  public StoreException(Code code, String message) {
    this(code, message, null);
  }

  /** An error that another failure caused. */
  public StoreException(Code code, String message, Throwable cause) {
    super(code + ": " + message, cause);
    this.code = Objects.requireNonNull(code);
    this.detail = message;
  }

  /**
   * The same error as thrown by the calling thread, with this one as its cause: for an error that
   * came about in another thread.
   */
  public StoreException thrownHere() {
    return new StoreException(code, detail, this);
  }

  /** The named cause. */
  public Code code() {
    return code;
  }

  /** What the caller can do. */
  public Category category() {
    return code.category();
  }
}
