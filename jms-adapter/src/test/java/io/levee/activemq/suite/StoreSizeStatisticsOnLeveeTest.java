package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import java.io.IOException;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.store.AbstractMessageStoreSizeStatTest;

/** ActiveMQ's {@code AbstractMessageStoreSizeStatTest} with its messages in Levee. */
public class StoreSizeStatisticsOnLeveeTest extends AbstractMessageStoreSizeStatTest {

  private boolean clear;

  @Override
  protected void setUpBroker(boolean clearDataDir) throws Exception {
    clear = clearDataDir;
    super.setUpBroker(clearDataDir);
  }

  @Override
  protected void initPersistence(BrokerService broker) throws IOException {
    LeveePersistenceAdapter adapter = new LeveePersistenceAdapter();
    if (clear) {
      adapter.deleteAllMessages();
    }
    broker.setPersistenceAdapter(adapter);
  }
}
