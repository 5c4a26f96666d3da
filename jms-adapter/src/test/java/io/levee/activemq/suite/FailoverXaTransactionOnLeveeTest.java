package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.transport.failover.FailoverXATransactionTest;

/** ActiveMQ's {@code FailoverXATransactionTest} with its messages in Levee. */
public class FailoverXaTransactionOnLeveeTest extends FailoverXATransactionTest {

  @Override
  public BrokerService createBroker(boolean deleteAllMessagesOnStartup, String bindAddress)
      throws Exception {
    BrokerService broker = super.createBroker(deleteAllMessagesOnStartup, bindAddress);
    broker.setPersistenceAdapter(new LeveePersistenceAdapter());
    return broker;
  }
}
