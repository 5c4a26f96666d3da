package io.levee.cli;

import io.levee.activemq.LeveePersistenceAdapter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.TransportConnector;
import org.apache.activemq.usage.SystemUsage;

/** An ActiveMQ broker that keeps its messages in a Levee store. */
final class StoreBroker {

  /**
   * How it is set up.
   *
   * @param directory where its store and its lock lie
   * @param host the address that it listens on
   * @param port the port; 0 for a free one
   * @param memoryLimitBytes memory for messages; 0 for a part of the heap
   * @param storeLimitBytes disk for the store; 0 for what is free
   * @param diskReserveBytes disk that the store leaves free
   * @param jmx whether it registers management beans
   */
  record Settings(
      Path directory,
      String host,
      int port,
      long memoryLimitBytes,
      long storeLimitBytes,
      long diskReserveBytes,
      boolean jmx) {}

  private static final int HEAP_PERCENT = 60;
  private static final long ACTIVEMQ_STORE_LIMIT_BYTES = 100L << 30;

  private final BrokerService broker = new BrokerService();
  private final Settings settings;
  private final TransportConnector connector;

  /**
   * Sets a broker up.
   *
   * @param whenLocked called when another broker has the directory, before this one waits for it;
   *     null for failing instead
   */
  StoreBroker(Settings settings, Consumer<String> whenLocked) throws Exception {
    this.settings = settings;
    broker.setBrokerName("levee");
    broker.setUseShutdownHook(false);
    broker.setUseJmx(settings.jmx());
    broker.getManagementContext().setCreateConnector(false);
    broker.setDataDirectoryFile(settings.directory().resolve("broker").toFile());
    broker.setPersistenceAdapter(adapter(whenLocked));
    connector = broker.addConnector("tcp://" + settings.host() + ":" + settings.port());
  }

  private LeveePersistenceAdapter adapter(Consumer<String> whenLocked) throws IOException {
    LeveePersistenceAdapter adapter = new LeveePersistenceAdapter();
    adapter.setDirectory(settings.directory().toFile());
    adapter.setDiskReserve(String.valueOf(settings.diskReserveBytes()));
    adapter.setLocker(new AnnouncingLocker(settings.directory(), whenLocked));
    return adapter;
  }

  /** Starts it; returns when it takes connections. */
  void start() throws Exception {
    Files.createDirectories(settings.directory());
    limit(broker.getSystemUsage());
    broker.start();
    if (!broker.waitUntilStarted()) {
      throw new IOException("the broker did not start");
    }
  }

  private void limit(SystemUsage usage) throws IOException {
    long usable = Files.getFileStore(settings.directory()).getUsableSpace();
    long limit = storeLimitBytes(settings, usable);
    usage.getStoreUsage().setLimit(limit);
    usage.getTempUsage().setLimit(Math.min(ACTIVEMQ_STORE_LIMIT_BYTES, usable) / 2);
    if (settings.memoryLimitBytes() == 0) {
      usage.getMemoryUsage().setPercentOfJvmHeap(HEAP_PERCENT);
    } else {
      usage.getMemoryUsage().setLimit(settings.memoryLimitBytes());
    }
  }

  /** The broker compares it with all that the store takes, what it took before included. */
  static long storeLimitBytes(Settings settings, long usableBytes) throws IOException {
    if (settings.storeLimitBytes() != 0) {
      return settings.storeLimitBytes();
    }
    try (Stream<Path> files = Files.walk(settings.directory())) {
      // Not Files.size: another broker may have the store yet, and deletes files meanwhile.
      long stored = files.map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
      return Math.min(ACTIVEMQ_STORE_LIMIT_BYTES, stored + usableBytes);
    }
  }

  /** Where clients connect to. */
  String address() throws Exception {
    return "tcp://" + settings.host() + ":" + connector.getConnectUri().getPort();
  }

  /** Waits until it is stopped, by whomever. */
  void awaitStop() {
    broker.waitUntilStopped();
  }

  void stop() throws Exception {
    broker.stop();
  }
}
