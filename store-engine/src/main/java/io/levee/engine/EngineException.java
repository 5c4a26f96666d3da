package io.levee.engine;

import java.util.Objects;

/** The one exception of an {@link Engine}: what went wrong, as a {@link Code} to act on. */
public final class EngineException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Code {
    /** The engine was closed before or during the call. Open it again. */
    CLOSED,
    /** An earlier write failed with an unknown outcome. Close and open the engine again. */
    FAILED,
    /** Too little disk space is left to write safely; nothing was written. Free some space. */
    DISK_FULL,
    /** Another engine, in this process or another, has the directory. */
    LOCKED,
    /** The directory is missing, is a file, cannot be written, or holds something else. */
    DIRECTORY,
    /** Stored bytes are damaged; the message names the file or key. Nothing was changed. */
    CORRUPT,
    /** The native library is missing or cannot be loaded on this machine. */
    NATIVE_LIBRARY,
    /** The caller broke a rule of the interface, as closing from within a scan. */
    MISUSE
  }

  private final Code code;
  private final String detail;

  /** An error with its code and a message that says what, where and what to do. */
  public EngineException(Code code, String message) {
    this(code, message, null);
  }

  /** An error with the failure that caused it. */
  public EngineException(Code code, String message, Throwable cause) {
    super(code + ": " + message, cause);
    this.code = Objects.requireNonNull(code);
    this.detail = message;
  }

  /** The message without the code in front of it. */
  public String detail() {
    return detail;
  }

  /** What went wrong. */
  public Code code() {
    return code;
  }
}
