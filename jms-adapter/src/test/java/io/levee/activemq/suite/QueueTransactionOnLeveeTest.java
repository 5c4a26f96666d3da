package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import org.apache.activemq.JmsQueueTransactionTest;
import org.apache.activemq.broker.BrokerService;

/** ActiveMQ's {@code JmsQueueTransactionTest} with its messages in Levee. */
public class QueueTransactionOnLeveeTest extends JmsQueueTransactionTest {

  @Override
  protected BrokerService createBroker() throws Exception {
    BrokerService broker = super.createBroker();
    broker.setPersistent(true);
    broker.setDeleteAllMessagesOnStartup(true);
    broker.setPersistenceAdapter(new LeveePersistenceAdapter());
    return broker;
  }
}
