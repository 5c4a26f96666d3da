package io.levee.activemq.suite;

import io.levee.activemq.LeveePersistenceAdapter;
import java.io.IOException;
import junit.framework.Test;
import org.apache.activemq.store.MessagePriorityTest;
import org.apache.activemq.store.PersistenceAdapter;

/** ActiveMQ's {@code MessagePriorityTest} with its messages in Levee. */
public class MessagePriorityOnLeveeTest extends MessagePriorityTest {

  @Override
  protected PersistenceAdapter createPersistenceAdapter(boolean delete) throws IOException {
    LeveePersistenceAdapter adapter = new LeveePersistenceAdapter();
    adapter.deleteAllMessages();
    return adapter;
  }

  public static Test suite() {
    return suite(MessagePriorityOnLeveeTest.class);
  }
}
