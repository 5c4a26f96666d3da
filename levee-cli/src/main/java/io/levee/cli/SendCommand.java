package io.levee.cli;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import org.apache.activemq.ActiveMQConnectionFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "send",
    description = "Sends messages to a broker and waits until each is confirmed.",
    mixinStandardHelpOptions = true)
final class SendCommand implements Callable<Integer> {

  @Mixin private Target target;

  @Option(
      names = "--count",
      converter = Counts.class,
      defaultValue = "1000",
      description = "How many in all (default: ${DEFAULT-VALUE}).")
  private int count;

  @Option(
      names = "--size",
      converter = BodySizes.class,
      defaultValue = "1kb",
      description = "The bytes of each body (default: ${DEFAULT-VALUE}).")
  private int size;

  @Option(
      names = "--producers",
      converter = Counts.class,
      defaultValue = "1",
      description = "How many connections send at the same time (default: ${DEFAULT-VALUE}).")
  private int producers;

  @Option(
      names = "--transacted",
      paramLabel = "N",
      converter = Counts.class,
      description = "Commit after every N messages instead of confirming each.")
  private Integer transacted;

  @Option(names = "--non-persistent", description = "Send messages that need not survive.")
  private boolean nonPersistent;

  @Spec private CommandSpec spec;

  private final LongAdder sent = new LongAdder();
  private volatile boolean connected;

  @Override
  public Integer call() throws Exception {
    Stopwatch watch = new Stopwatch();
    try (Crew crew = new Crew();
        Progress progress =
            new Progress(spec.commandLine().getOut(), Progress.onTerminal(), this::progress)) {
      for (int producer = 0; producer < producers; producer++) {
        int first = share(producer);
        int end = share(producer + 1);
        crew.start(() -> send(first, end));
      }
      join(crew);
      progress.println("sent " + watch.rate(sent.sum()));
    }
    return Exit.DONE;
  }

  /** Once a connection was made, a failure does not undo what was confirmed before it. */
  private void join(Crew crew) throws Exception {
    try {
      crew.join();
    } catch (JMSException e) {
      crew.stop();
      throw connected ? BrokenOff.of(e, target.url(), Plural.of(sent.sum(), "confirmed send")) : e;
    }
  }

  /** Where the messages of a producer begin. */
  private int share(int producer) {
    return (int) ((long) count * producer / producers);
  }

  private String progress() {
    return Progress.bar(sent.sum(), count) + String.format(" %,d of %,d sent", sent.sum(), count);
  }

  private void send(int first, int end) throws JMSException {
    ActiveMQConnectionFactory connections = target.connections();
    try (Connection connection = connect(connections);
        Session session =
            transacted == null
                ? connection.createSession(false, Session.AUTO_ACKNOWLEDGE)
                : connection.createSession(true, Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(target.destination())) {
      producer.setDeliveryMode(
          nonPersistent ? DeliveryMode.NON_PERSISTENT : DeliveryMode.PERSISTENT);
      if (transacted == null) {
        sendEach(session, producer, first, end);
      } else {
        sendInTransactions(session, producer, first, end);
      }
    }
  }

  private Connection connect(ActiveMQConnectionFactory connections) throws JMSException {
    Connection connection = connections.createConnection();
    connected = true;
    return connection;
  }

  private void sendEach(Session session, MessageProducer producer, int first, int end)
      throws JMSException {
    for (int number = first; number < end; number++) {
      producer.send(message(session, number));
      sent.increment();
    }
  }

  private void sendInTransactions(Session session, MessageProducer producer, int first, int end)
      throws JMSException {
    for (int from = first; from < end; from += transacted) {
      int to = Math.min(end, from + transacted);
      for (int number = from; number < to; number++) {
        producer.send(message(session, number));
      }
      session.commit();
      sent.add(to - from);
    }
  }

  private BytesMessage message(Session session, int number) throws JMSException {
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(Payload.of(number, size));
    return message;
  }
}
