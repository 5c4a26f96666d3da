package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import junit.framework.Test;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.RecoveryBrokerTest;

/** ActiveMQ's {@code RecoveryBrokerTest} with its messages in Levee. */
public class RecoveryOnLeveeTest extends RecoveryBrokerTest {

  @Override
  protected void configureBroker(BrokerService broker) throws Exception {
    broker.setPersistenceAdapter(new LeveePersistenceAdapter());
    super.configureBroker(broker);
  }

  public static Test suite() {
    return suite(RecoveryOnLeveeTest.class);
  }
}
