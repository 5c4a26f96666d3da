package io.levee.cli;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ConnectionFailedException;
import org.apache.activemq.command.ActiveMQDestination;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "receive",
    description = "Receives and acknowledges messages until none come any more.",
    mixinStandardHelpOptions = true)
final class ReceiveCommand implements Callable<Integer> {

  private static final int PREFETCH = 1000;

  @Mixin private Target target;

  @Option(
      names = "--count",
      converter = Counts.class,
      description = "How many to receive; fewer are exit status 1 (default: all there are).")
  private Integer count;

  @Option(
      names = "--consumers",
      converter = Counts.class,
      defaultValue = "1",
      description = "How many connections receive at the same time (default: ${DEFAULT-VALUE}).")
  private int consumers;

  @Option(
      names = "--ack",
      defaultValue = "transacted",
      description = "auto, individual, client or transacted (default: ${DEFAULT-VALUE}).")
  private AckMode ack;

  @Option(
      names = "--batch",
      converter = Counts.class,
      defaultValue = "100",
      description =
          "Messages in an acknowledgement of client or transacted (default: ${DEFAULT-VALUE}).")
  private int batch;

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      converter = Counts.class,
      defaultValue = "2",
      description = "So long without a message is the end (default: ${DEFAULT-VALUE}).")
  private int idleSeconds;

  @Option(
      names = "--subscription",
      paramLabel = "NAME",
      converter = NameConverter.class,
      description = "Receive a topic as the durable subscription of this name.")
  private String subscription;

  @Spec private CommandSpec spec;

  private final AtomicLong wanted = new AtomicLong();
  private final LongAdder received = new LongAdder();
  private volatile boolean connected;

  @Override
  public Integer call() throws Exception {
    requireSensible();
    wanted.set(count == null ? Long.MAX_VALUE : count);
    Stopwatch watch = new Stopwatch();
    try (Crew crew = new Crew();
        Progress progress =
            new Progress(spec.commandLine().getOut(), Progress.onTerminal(), this::progress)) {
      for (int consumer = 0; consumer < consumers; consumer++) {
        crew.start(this::receive);
      }
      join(crew);
      progress.println("received " + watch.rate(received.sum()));
    }
    return count == null || received.sum() == count ? Exit.DONE : Exit.BAD;
  }

  /** Once a connection was made, a failure does not undo what was confirmed before it. */
  private void join(Crew crew) throws Exception {
    try {
      crew.join();
    } catch (JMSException e) {
      crew.stop();
      String done = Plural.of(received.sum(), "confirmed acknowledgement");
      throw connected ? BrokenOff.of(e, target.url(), done) : e;
    }
  }

  private void requireSensible() {
    if (subscription != null && !target.destination().isTopic()) {
      throw new ParameterException(
          spec.commandLine(), "--subscription goes with --topic, not with --queue");
    }
    if (subscription != null && consumers > 1) {
      throw new ParameterException(
          spec.commandLine(), "a durable subscription has one consumer, not " + consumers);
    }
  }

  private String progress() {
    return count == null
        ? String.format("%,d received", received.sum())
        : Progress.bar(received.sum(), count)
            + String.format(" %,d of %,d received", received.sum(), count);
  }

  private void receive() throws JMSException {
    ActiveMQConnectionFactory connections = target.connections();
    connections.getPrefetchPolicy().setAll(prefetch());
    try (Connection connection = connections.createConnection()) {
      connected = true;
      if (subscription != null) {
        connection.setClientID("levee");
      }
      connection.start();
      try (Session session =
              connection.createSession(ack == AckMode.TRANSACTED, ack.sessionMode());
          MessageConsumer consumer = consumer(session)) {
        receive(session, consumer);
        requireConnected(connection);
      }
    }
  }

  /** A consumer whose connection is lost has no messages; that is no end of the queue. */
  private static void requireConnected(Connection connection) throws JMSException {
    if (((ActiveMQConnection) connection).isTransportFailed()) {
      throw new ConnectionFailedException();
    }
  }

  /** No more than wanted: what is handed out and not acknowledged counts as delivered before. */
  private int prefetch() {
    return count == null ? PREFETCH : Math.max(1, Math.min(PREFETCH, count / consumers));
  }

  private MessageConsumer consumer(Session session) throws JMSException {
    ActiveMQDestination destination = target.destination();
    return subscription == null
        ? session.createConsumer(destination)
        : session.createDurableSubscriber((Topic) destination, subscription);
  }

  private void receive(Session session, MessageConsumer consumer) throws JMSException {
    int unacknowledged = 0;
    Message last = null;
    while (wanted.getAndDecrement() > 0) {
      Message message = consumer.receive(1000L * idleSeconds);
      if (message == null) {
        wanted.incrementAndGet();
        break;
      }
      last = message;
      unacknowledged++;
      if (ack == AckMode.AUTO || ack == AckMode.INDIVIDUAL || unacknowledged == batch) {
        acknowledge(session, message);
        received.add(unacknowledged);
        unacknowledged = 0;
      }
    }
    if (unacknowledged > 0) {
      acknowledge(session, last);
      received.add(unacknowledged);
    }
  }

  private void acknowledge(Session session, Message message) throws JMSException {
    switch (ack) {
      case AUTO -> {
        // The session does it.
      }
      case INDIVIDUAL, CLIENT -> message.acknowledge();
      case TRANSACTED -> session.commit();
    }
  }
}
