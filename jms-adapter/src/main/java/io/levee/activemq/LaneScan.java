package io.levee.activemq;

import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.StoredMessage;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;

/** Reads one lane in order, a page at a time. */
final class LaneScan {

  private static final int MAX_PAGE_MESSAGES = 200;
  private static final long MAX_PAGE_BYTES = 1 << 20;

  /** Where the pages come from. */
  interface Source {
    Page<StoredMessage> page(PageRequest request) throws IOException;
  }

  private final Source source;
  private final int lane;
  private Iterator<StoredMessage> page = Collections.emptyIterator();
  private boolean more = true;
  private long after;
  private StoredMessage current;

  LaneScan(Source source, int lane, long after) {
    this.source = source;
    this.lane = lane;
    this.after = after;
  }

  /**
   * Steps to the next message.
   *
   * @param wanted how many the caller still wants, so that no page reads far beyond
   * @return whether there is one
   */
  boolean advance(int wanted) throws IOException {
    while (!page.hasNext() && more) {
      read(Math.min(wanted, MAX_PAGE_MESSAGES));
    }
    if (!page.hasNext()) {
      return false;
    }
    current = page.next();
    after = current.position().sequence();
    return true;
  }

  /** The message that {@link #advance} stepped to. */
  StoredMessage current() {
    return current;
  }

  private void read(int limit) throws IOException {
    Page<StoredMessage> next = source.page(new PageRequest(lane, after, limit, MAX_PAGE_BYTES));
    page = next.items().iterator();
    more = next.more();
  }
}
