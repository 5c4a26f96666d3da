package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import org.apache.activemq.JmsDurableTopicTransactionTest;
import org.apache.activemq.broker.BrokerService;

/** ActiveMQ's {@code JmsDurableTopicTransactionTest} with its messages in Levee. */
public class DurableTopicTransactionOnLeveeTest extends JmsDurableTopicTransactionTest {

  @Override
  protected BrokerService createBroker() throws Exception {
    BrokerService broker = super.createBroker();
    broker.setPersistent(true);
    broker.setDeleteAllMessagesOnStartup(true);
    broker.setPersistenceAdapter(new LeveePersistenceAdapter());
    return broker;
  }
}
