package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import junit.framework.Test;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.XARecoveryBrokerTest;

/** ActiveMQ's {@code XARecoveryBrokerTest} with its messages in Levee. */
public class XaRecoveryOnLeveeTest extends XARecoveryBrokerTest {

  @Override
  protected void configureBroker(BrokerService broker) throws Exception {
    super.configureBroker(broker);
    broker.setPersistenceAdapter(new LeveePersistenceAdapter());
  }

  public static Test suite() {
    return suite(XaRecoveryOnLeveeTest.class);
  }
}
