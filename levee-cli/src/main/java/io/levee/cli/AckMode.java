package io.levee.cli;

import jakarta.jms.Session;
import org.apache.activemq.ActiveMQSession;

/** When messages are acknowledged. */
enum AckMode {
  /** Each, as it is received. */
  AUTO(Session.AUTO_ACKNOWLEDGE),
  /** Each, by itself. */
  INDIVIDUAL(ActiveMQSession.INDIVIDUAL_ACKNOWLEDGE),
  /** Many at a time. */
  CLIENT(Session.CLIENT_ACKNOWLEDGE),
  /** Many at a time, by a commit. */
  TRANSACTED(Session.SESSION_TRANSACTED);

  private final int sessionMode;

  AckMode(int sessionMode) {
    this.sessionMode = sessionMode;
  }

  /** The number that a session is made with. */
  int sessionMode() {
    return sessionMode;
  }
}
