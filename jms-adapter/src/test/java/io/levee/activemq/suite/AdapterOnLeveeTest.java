package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import java.io.IOException;
import org.apache.activemq.store.PersistenceAdapter;
import org.apache.activemq.store.PersistenceAdapterTestSupport;

/** ActiveMQ's {@code PersistenceAdapterTestSupport} with its messages in Levee. */
public class AdapterOnLeveeTest extends PersistenceAdapterTestSupport {

  @Override
  protected PersistenceAdapter createPersistenceAdapter(boolean delete) throws IOException {
    LeveePersistenceAdapter adapter = new LeveePersistenceAdapter();
    if (delete) {
      adapter.deleteAllMessages();
    }
    return adapter;
  }
}
