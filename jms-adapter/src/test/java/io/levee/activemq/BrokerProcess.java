package io.levee.activemq;

import io.levee.testkit.ForkedJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.TransportConnector;

/** A broker with its messages in Levee, in a process of its own that can be killed. */
final class BrokerProcess implements AutoCloseable {

  private static final String PORT = "port ";

  private final ForkedJvm process;
  private final String port;

  private BrokerProcess(ForkedJvm process, String port) {
    this.process = process;
    this.port = port;
  }

  /** Starts a broker on {@code directory} and waits until it takes connections. */
  static BrokerProcess start(Path directory) throws IOException {
    ForkedJvm process = ForkedJvm.start(BrokerProcess.class, directory.toString());
    return new BrokerProcess(process, process.awaitLine(PORT));
  }

  /** Connections to it that fail as soon as it is gone, and whose sends and acks are answered. */
  ActiveMQConnectionFactory connections() {
    ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("tcp://127.0.0.1:" + port);
    factory.setAlwaysSyncSend(true);
    factory.setSendAcksAsync(false);
    factory.setWatchTopicAdvisories(false);
    return factory;
  }

  /** Ends the process without a warning. */
  void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.close();
  }

  /** The broker's side. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    BrokerService broker = new BrokerService();
    broker.setUseJmx(false);
    broker.setDataDirectoryFile(directory.resolve("data").toFile());
    LeveePersistenceAdapter adapter = new LeveePersistenceAdapter();
    adapter.setDirectory(directory.resolve("levee").toFile());
    broker.setPersistenceAdapter(adapter);
    TransportConnector connector = broker.addConnector("tcp://127.0.0.1:0");
    broker.start();
    broker.waitUntilStarted();
    System.out.println(PORT + connector.getConnectUri().getPort());
    new CountDownLatch(1).await();
  }
}
