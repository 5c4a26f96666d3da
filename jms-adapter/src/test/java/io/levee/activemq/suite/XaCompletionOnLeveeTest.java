package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import java.util.List;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.region.policy.PolicyEntry;
import org.apache.activemq.broker.region.policy.PolicyMap;
import org.apache.activemq.store.jdbc.XACompletionTest;
import org.junit.runners.Parameterized;

/** ActiveMQ's {@code XACompletionTest} with its messages in Levee. */
public class XaCompletionOnLeveeTest extends XACompletionTest {

  /** Once, in the place of the stores that the base class tries. */
  @Parameterized.Parameters
  public static Iterable<Object[]> getTestParameters() {
    return List.<Object[]>of(new Object[] {PersistenceAdapterChoice.KahaDB});
  }

  /** The base class starts its broker in here, so there is no hook to set an adapter before. */
  @Override
  protected BrokerService createBroker(boolean delete) throws Exception {
    PolicyEntry everywhere = new PolicyEntry();
    everywhere.setExpireMessagesPeriod(0);
    PolicyMap policies = new PolicyMap();
    policies.setDefaultEntry(everywhere);
    BrokerService started = new BrokerService();
    started.setAdvisorySupport(false);
    started.setDestinationPolicy(policies);
    started.setDeleteAllMessagesOnStartup(delete);
    started.setPersistenceAdapter(new LeveePersistenceAdapter());
    connectionUri = started.addConnector("tcp://127.0.0.1:0").getPublishableConnectString();
    started.start();
    started.waitUntilStarted();
    return started;
  }
}
