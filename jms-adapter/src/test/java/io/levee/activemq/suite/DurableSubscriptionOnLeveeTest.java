package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import org.apache.activemq.store.PersistenceAdapter;
import org.apache.activemq.usecases.DurableSubscriptionTestSupport;

/** ActiveMQ's {@code DurableSubscriptionTestSupport} with its messages in Levee. */
public class DurableSubscriptionOnLeveeTest extends DurableSubscriptionTestSupport {

  @Override
  protected PersistenceAdapter createPersistenceAdapter() {
    return new LeveePersistenceAdapter();
  }
}
