package io.levee.activemq;

import io.levee.leveldb.LevelDbMessageStore;
import io.levee.leveldb.StoreOptions;
import io.levee.store.Destination;
import io.levee.store.MessageStore;
import io.levee.store.StoreException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.broker.LockableServiceSupport;
import org.apache.activemq.broker.Locker;
import org.apache.activemq.broker.scheduler.JobSchedulerStore;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.command.ProducerId;
import org.apache.activemq.store.NoLocalSubscriptionAware;
import org.apache.activemq.store.PersistenceAdapter;
import org.apache.activemq.store.SharedFileLocker;
import org.apache.activemq.store.TopicMessageStore;
import org.apache.activemq.store.TransactionStore;
import org.apache.activemq.usage.SystemUsage;
import org.apache.activemq.util.IOHelper;
import org.apache.activemq.util.ServiceStopper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the queues, durable subscriptions and transactions, local and distributed (XA), of an
 * ActiveMQ broker in a Levee store. In {@code activemq.xml}:
 *
 * <pre>{@code
 * <persistenceAdapter>
 *   <bean xmlns="http://www.springframework.org/schema/beans"
 *         class="io.levee.activemq.LeveePersistenceAdapter">
 *     <property name="directory" value="${activemq.data}/levee"/>
 *     <property name="diskReserve" value="1gb"/>
 *   </bean>
 * </persistenceAdapter>
 * }</pre>
 *
 * <p>A persistent message that was sent synchronously, and a committed transaction, survive a power
 * cut once the broker has answered. What was sent without waiting for an answer survives the death
 * of the broker's process.
 *
 * <p>A second broker on the same directory waits until the first one is gone, and takes over.
 * Messages that overflow memory and scheduled messages are kept by the broker itself with its
 * {@code activemq-kahadb-store} library, which therefore has to stay on its class path.
 */
public final class LeveePersistenceAdapter extends LockableServiceSupport
    implements PersistenceAdapter, NoLocalSubscriptionAware {

  private static final Logger LOG = LoggerFactory.getLogger(LeveePersistenceAdapter.class);

  // Apart from the broker's lock file, whose name differs from the store's only in its case.
  private static final String STORE_DIRECTORY = "store";

  // Names and properties are chosen by clients, who know no limit of a store.
  private StoreOptions options =
      StoreOptions.DEFAULT.withMaxNameBytes(65_535).withMaxHeaderBytes(64 << 20);

  private InDoubt inDoubt = InDoubt.KEEP;
  private volatile File directory;
  private volatile boolean wipeAtStart;
  private volatile BrokerStores stores;
  private AdapterMBean mbean;

  /**
   * The directory of the store and of its lock. It may be set as late as the start; when nobody
   * does it is {@code levee} in the broker's data directory.
   */
  @Override
  public void setDirectory(File directory) {
    this.directory = directory;
  }

  @Override
  public File getDirectory() {
    File set = directory;
    if (set != null) {
      return set;
    }
    return brokerService == null
        ? new File(IOHelper.getDefaultDataDirectory(), "levee")
        : new File(brokerService.getBrokerDataDirectory(), "levee");
  }

  /**
   * How much of the disk stays free: a send that would leave less is refused, an acknowledgement is
   * not. A number of bytes, also written as {@code 512mb} or {@code 2gb}, like all sizes here.
   */
  public void setDiskReserve(String size) {
    options = options.withDiskReserveBytes(ByteSize.parse("diskReserve", size));
  }

  /** How much the store collects in memory before it writes a file. */
  public void setWriteBufferSize(String size) {
    options = options.withWriteBufferBytes(ByteSize.parse("writeBufferSize", size));
  }

  /** How much memory holds what was read from disk. */
  public void setBlockCacheSize(String size) {
    options = options.withBlockCacheBytes(ByteSize.parse("blockCacheSize", size));
  }

  /** The largest body that lies together with its header; larger ones are read in pieces. */
  public void setInlineLimit(String size) {
    options = options.withInlineBytes(Math.toIntExact(ByteSize.parse("inlineLimit", size)));
  }

  /**
   * What becomes of branches of distributed transactions that are in doubt when the broker starts:
   * {@code keep} (unless set), they wait for their transaction manager; {@code commit} or {@code
   * rollback}, all of them are ended so before the first client connects, and their managers are
   * told when they ask. Each branch is logged.
   */
  public void setInDoubtAtStart(String outcome) {
    inDoubt = InDoubt.parse("inDoubtAtStart", outcome);
  }

  /** Does nothing: what is there to prepare needs the lock. */
  @Override
  public void init() {}

  @Override
  public Locker createDefaultLocker() throws IOException {
    SharedFileLocker locker = new SharedFileLocker();
    locker.configure(this);
    return locker;
  }

  @Override
  protected void doStart() throws Exception {
    Path place = getDirectory().toPath().resolve(STORE_DIRECTORY);
    if (wipeAtStart) {
      wipe(place);
    }
    Files.createDirectories(place);
    stores = new BrokerStores(new StoreGate(open(place), this::reportFailure), inDoubt);
    if (brokerService != null) {
      XaOutcomesPlugin.install(brokerService, this);
    }
    registerMBean();
    LOG.info("The store in {} is open, {} bytes on disk", place.toAbsolutePath(), size());
  }

  private void wipe(Path place) throws IOException {
    if (!IOHelper.deleteFile(place.toFile())) {
      throw new IOException("cannot delete all of " + place.toAbsolutePath());
    }
    wipeAtStart = false;
  }

  private MessageStore open(Path place) throws IOException {
    try {
      return LevelDbMessageStore.open(place, options);
    } catch (StoreException e) {
      throw new IOException(
          "the store in " + place.toAbsolutePath() + " does not open: " + e.getMessage(), e);
    }
  }

  private void registerMBean() throws Exception {
    if (brokerService != null && brokerService.isUseJmx()) {
      mbean = AdapterMBean.register(brokerService, this);
    }
  }

  /** Closes the store and gives its lock back before it returns. */
  @Override
  protected void doStop(ServiceStopper stopper) throws Exception {
    BrokerStores open = stores;
    stores = null;
    if (open != null) {
      open.close();
    }
    if (brokerService != null) {
      XaOutcomesPlugin.uninstall(brokerService);
    }
    if (mbean != null) {
      mbean.unregister();
      mbean = null;
    }
  }

  StoreGate gate() throws IOException {
    return opened().gate();
  }

  PreparedBranches prepared() throws IOException {
    return opened().transactions().prepared();
  }

  String openTransactions() throws IOException {
    return opened().transactions().toString();
  }

  /**
   * The broker's handler decides; unless told otherwise it logs the failure and stops the broker.
   */
  private void reportFailure(IOException failure) {
    if (brokerService != null) {
      brokerService.handleIOException(failure);
    }
  }

  @Override
  public org.apache.activemq.store.MessageStore createQueueMessageStore(ActiveMQQueue queue)
      throws IOException {
    return opened().queue(queue);
  }

  @Override
  public TopicMessageStore createTopicMessageStore(ActiveMQTopic topic) throws IOException {
    return opened().topic(topic);
  }

  @Override
  public TransactionStore createTransactionStore() throws IOException {
    return opened().transactions();
  }

  /** Makes the broker use the scheduler's store of its own library. */
  @Override
  public JobSchedulerStore createJobSchedulerStore() {
    throw new UnsupportedOperationException("Levee keeps no scheduled messages");
  }

  @Override
  public void removeQueueMessageStore(ActiveMQQueue queue) {
    remove(Destination.queue(queue.getPhysicalName()));
  }

  @Override
  public void removeTopicMessageStore(ActiveMQTopic topic) {
    remove(Destination.topic(topic.getPhysicalName()));
  }

  private void remove(Destination place) {
    try {
      opened().remove(place);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + place, e);
    }
  }

  @Override
  public Set<ActiveMQDestination> getDestinations() {
    try {
      return opened().destinations();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the destinations", e);
    }
  }

  /** Of a started adapter at once; otherwise everything in the directory goes when it starts. */
  @Override
  public void deleteAllMessages() throws IOException {
    BrokerStores open = stores;
    if (open == null) {
      wipeAtStart = true;
    } else {
      open.purgeAll();
    }
  }

  @Override
  public void checkpoint(boolean cleanup) throws IOException {
    opened().flush();
  }

  @Override
  public long size() {
    BrokerStores open = stores;
    return open == null ? 0 : open.diskBytes();
  }

  @Override
  public long getLastProducerSequenceId(ProducerId id) throws IOException {
    return opened().lastProducerSequence(id);
  }

  /** The broker counts its own sequences from here; the store has sequences of its own. */
  @Override
  public long getLastMessageBrokerSequenceId() {
    return 0;
  }

  /** The store keeps whether a subscription wants messages of its own connection. */
  @Override
  public boolean isPersistNoLocal() {
    return true;
  }

  /** A store that failed works again only after the broker was restarted. */
  @Override
  public void allowIOResumption() {}

  @Override
  public void setBrokerName(String brokerName) {}

  @Override
  public void setUsageManager(SystemUsage usageManager) {}

  @Override
  public void beginTransaction(ConnectionContext context) throws IOException {
    throw noAdapterTransactions();
  }

  @Override
  public void commitTransaction(ConnectionContext context) throws IOException {
    throw noAdapterTransactions();
  }

  @Override
  public void rollbackTransaction(ConnectionContext context) throws IOException {
    throw noAdapterTransactions();
  }

  private static IOException noAdapterTransactions() {
    return new IOException("transactions belong to the transaction store, not to the adapter");
  }

  private BrokerStores opened() throws IOException {
    BrokerStores open = stores;
    if (open == null) {
      throw new IOException(this + " is not started");
    }
    return open;
  }

  /** Becomes a part of the name under which JMX shows the adapter. */
  @Override
  public String toString() {
    return "LeveePersistenceAdapter[" + getDirectory().getAbsolutePath() + "]";
  }
}
