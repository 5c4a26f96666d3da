package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import java.io.File;
import org.apache.activemq.store.AbstractMessageStoreSizeTest;
import org.apache.activemq.store.MessageStore;

/** ActiveMQ's {@code AbstractMessageStoreSizeTest} with its messages in Levee. */
public class StoreSizeOnLeveeTest extends AbstractMessageStoreSizeTest {

  private LeveePersistenceAdapter adapter;
  private MessageStore store;

  @Override
  protected void initStore() throws Exception {
    adapter = new LeveePersistenceAdapter();
    adapter.setDirectory(new File(dataDirectory));
    adapter.deleteAllMessages();
    adapter.start();
    store = adapter.createQueueMessageStore(destination);
    store.start();
  }

  @Override
  protected void destroyStore() throws Exception {
    adapter.stop();
  }

  @Override
  protected MessageStore getMessageStore() {
    return store;
  }
}
