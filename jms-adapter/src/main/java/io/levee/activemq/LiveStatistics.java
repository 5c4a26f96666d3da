package io.levee.activemq;

import io.levee.store.DestinationInfo;
import java.util.function.Supplier;
import org.apache.activemq.management.CountStatisticImpl;
import org.apache.activemq.management.SizeStatisticImpl;
import org.apache.activemq.store.MessageStoreStatistics;

/**
 * The broker's statistics of a destination, read from the store whenever somebody looks. Figures
 * counted beside the store would drift from it; these cannot, and are exact after a restart.
 */
final class LiveStatistics extends MessageStoreStatistics {

  private final Supplier<DestinationInfo> figures;

  LiveStatistics(Supplier<DestinationInfo> figures) {
    this.figures = figures;
  }

  @Override
  public CountStatisticImpl getMessageCount() {
    CountStatisticImpl count = super.getMessageCount();
    DestinationInfo now = figures.get();
    count.setCount(now.messageCount() - now.heldCount());
    return count;
  }

  @Override
  public SizeStatisticImpl getMessageSize() {
    SizeStatisticImpl size = super.getMessageSize();
    DestinationInfo now = figures.get();
    size.setTotalSize(now.messageBytes() - now.heldBytes());
    return size;
  }
}
