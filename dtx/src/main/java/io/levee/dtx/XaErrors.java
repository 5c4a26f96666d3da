package io.levee.dtx;

import io.levee.store.StoreException;
import javax.transaction.xa.XAException;

/** XA's error codes, with a cause and a message that XA itself has no room for. */
public final class XaErrors {

  private XaErrors() {}

  static XAException of(int code, String message) {
    return of(code, message, null);
  }

  static XAException of(int code, String message, Throwable cause) {
    XAException error = new XAException(name(code) + ": " + message);
    error.errorCode = code;
    error.initCause(cause);
    return error;
  }

  /**
   * The store refused what a branch asked for: the branch is rolled back, nothing is left of it.
   * {@code XA_RBINTEGRITY} when asking again cannot help, {@code XA_RBTRANSIENT} when it may, else
   * {@code XA_RBOTHER}.
   */
  public static XAException rolledBack(StoreException refusal) {
    int code =
        switch (refusal.code()) {
          case DUPLICATE_ID, UNKNOWN_DESTINATION, WRONG_KIND, UNKNOWN_LANE, NO_ORIGIN ->
              XAException.XA_RBINTEGRITY;
          case MESSAGE_HELD, DISK_RESERVE, DISK_FULL -> XAException.XA_RBTRANSIENT;
          default -> XAException.XA_RBOTHER;
        };
    return of(code, refusal.getMessage(), refusal);
  }

  /** The store cannot be asked, or nobody knows what became of what it was asked. */
  static XAException unavailable(StoreException failure) {
    return of(XAException.XAER_RMFAIL, failure.getMessage(), failure);
  }

  private static String name(int code) {
    return switch (code) {
      case XAException.XAER_DUPID -> "XAER_DUPID";
      case XAException.XAER_INVAL -> "XAER_INVAL";
      case XAException.XAER_NOTA -> "XAER_NOTA";
      case XAException.XAER_PROTO -> "XAER_PROTO";
      case XAException.XAER_RMERR -> "XAER_RMERR";
      case XAException.XAER_RMFAIL -> "XAER_RMFAIL";
      case XAException.XA_HEURCOM -> "XA_HEURCOM";
      case XAException.XA_HEURRB -> "XA_HEURRB";
      case XAException.XA_RBROLLBACK -> "XA_RBROLLBACK";
      case XAException.XA_RBTIMEOUT -> "XA_RBTIMEOUT";
      case XAException.XA_RBINTEGRITY -> "XA_RBINTEGRITY";
      case XAException.XA_RBTRANSIENT -> "XA_RBTRANSIENT";
      case XAException.XA_RBOTHER -> "XA_RBOTHER";
      default -> "XA error " + code;
    };
  }
}
