package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import junit.framework.Test;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.region.cursors.CursorQueueStoreTest;

/** ActiveMQ's {@code CursorQueueStoreTest} with its messages in Levee. */
public class QueueCursorOnLeveeTest extends CursorQueueStoreTest {

  @Override
  protected void configureBroker(BrokerService broker) throws Exception {
    broker.setPersistenceAdapter(new LeveePersistenceAdapter());
    super.configureBroker(broker);
  }

  public static Test suite() {
    return suite(QueueCursorOnLeveeTest.class);
  }
}
