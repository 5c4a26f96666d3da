package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import junit.framework.Test;
import org.apache.activemq.JMSXAConsumerTest;
import org.apache.activemq.broker.BrokerService;

/** ActiveMQ's {@code JMSXAConsumerTest} with its messages in Levee. */
public class JmsXaConsumerOnLeveeTest extends JMSXAConsumerTest {

  @Override
  protected BrokerService createBroker() throws Exception {
    BrokerService broker = super.createBroker();
    broker.setPersistent(true);
    broker.setDeleteAllMessagesOnStartup(true);
    broker.setPersistenceAdapter(new LeveePersistenceAdapter());
    return broker;
  }

  public static Test suite() {
    return suite(JmsXaConsumerOnLeveeTest.class);
  }
}
