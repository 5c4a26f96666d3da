package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import org.apache.activemq.JmsTopicTransactionTest;
import org.apache.activemq.broker.BrokerService;

/** ActiveMQ's {@code JmsTopicTransactionTest} with its messages in Levee. */
public class TopicTransactionOnLeveeTest extends JmsTopicTransactionTest {

  @Override
  protected BrokerService createBroker() throws Exception {
    BrokerService broker = super.createBroker();
    broker.setPersistent(true);
    broker.setDeleteAllMessagesOnStartup(true);
    broker.setPersistenceAdapter(new LeveePersistenceAdapter());
    return broker;
  }
}
