package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.store.StoreOrderTest;

/** ActiveMQ's {@code StoreOrderTest} with its messages in Levee. */
public class StoreOrderOnLeveeTest extends StoreOrderTest {

  @Override
  protected void setPersistentAdapter(BrokerService broker) throws Exception {
    broker.setPersistenceAdapter(new LeveePersistenceAdapter());
  }
}
