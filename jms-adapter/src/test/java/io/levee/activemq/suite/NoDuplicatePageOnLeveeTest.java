package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.region.cursors.StoreQueueCursorNoDuplicateTest;

/** ActiveMQ's {@code StoreQueueCursorNoDuplicateTest} with its messages in Levee. */
public class NoDuplicatePageOnLeveeTest extends StoreQueueCursorNoDuplicateTest {

  @Override
  protected BrokerService createBroker() throws Exception {
    BrokerService broker = super.createBroker();
    broker.setPersistenceAdapter(new LeveePersistenceAdapter());
    return broker;
  }
}
