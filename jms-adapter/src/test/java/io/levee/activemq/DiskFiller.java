package io.levee.activemq;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.ActiveMQConnectionFactory;

/**
 * The client of {@code scripts/full-disk}: it outlives the brokers that it talks to, and knows what
 * each of them has confirmed. It takes one command in a line and answers in one line.
 */
final class DiskFiller {

  private static final int SENDERS = 4;
  private static final int QUEUES = 3;
  private static final int MIN_BODY_BYTES = 200;
  private static final int MAX_BODY_BYTES = 24_000;
  private static final int ACKNOWLEDGED_AT_ONCE = 50;
  private static final int MAX_REFUSALS = 20;
  private static final long IDLE_MILLIS = 2_000;
  private static final long CLOSE_MILLIS = 2_000;
  private static final int SEND_MILLIS = 30_000;

  /** How a broker said that it takes no more. */
  private record Refused(String reason) {}

  private final AtomicInteger numbers = new AtomicInteger();
  private final Set<Integer> confirmed = ConcurrentHashMap.newKeySet();
  private final Set<Integer> asked = ConcurrentHashMap.newKeySet();
  private final Set<Integer> taken = ConcurrentHashMap.newKeySet();
  private final Set<Integer> inDoubt = ConcurrentHashMap.newKeySet();
  private final AtomicInteger twice = new AtomicInteger();
  private String url = "";
  private volatile boolean sending;

  public static void main(String[] args) throws Exception {
    DiskFiller filler = new DiskFiller();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      int blank = (line + " ").indexOf(' ');
      System.out.println(filler.answer(line.substring(0, blank), line.substring(blank).strip()));
    }
    System.exit(0); // the client leaves threads behind that wait for brokers that are gone
  }

  private String answer(String command, String argument) throws InterruptedException {
    return switch (command) {
      case "url" -> {
        url = argument;
        yield "ok";
      }
      case "fill" -> fill();
      case "resume" -> resume(Integer.parseInt(argument));
      case "drain" -> drain(Integer.parseInt(argument));
      case "verdict" -> verdict();
      default -> "no such command: " + command;
    };
  }

  // Send.

  /** Sends until the first sender is refused or disconnected. */
  private String fill() throws InterruptedException {
    int before = confirmed.size();
    sending = true;
    List<Refused> refusals = new ArrayList<>();
    List<Thread> senders = new ArrayList<>();
    for (int sender = 0; sender < SENDERS; sender++) {
      Thread thread = new Thread(() -> keepSending(refusals));
      thread.start();
      senders.add(thread);
    }
    for (Thread thread : senders) {
      thread.join();
    }
    return (confirmed.size() - before) + " sent, then: " + refusals.get(0).reason();
  }

  private void keepSending(List<Refused> refusals) {
    try {
      inSession(false, this::sendUntilRefused);
    } catch (JMSException e) {
      sending = false;
      synchronized (refusals) {
        refusals.add(new Refused(firstLine(e)));
      }
    }
  }

  private void sendUntilRefused(Session session) throws JMSException {
    MessageProducer producer = session.createProducer(null);
    while (sending) {
      send(session, producer);
    }
  }

  private void send(Session session, MessageProducer producer) throws JMSException {
    int number = numbers.incrementAndGet();
    Random random = new Random(number);
    byte[] noise = new byte[MIN_BODY_BYTES + random.nextInt(MAX_BODY_BYTES - MIN_BODY_BYTES)];
    random.nextBytes(noise); // nothing that the store could compress
    BytesMessage message = session.createBytesMessage();
    message.setIntProperty("number", number);
    message.writeBytes(noise);
    asked.add(number);
    producer.send(session.createQueue("full." + number % QUEUES), message);
    confirmed.add(number);
  }

  /** Sends until {@code count} were confirmed; the first tries may be refused. */
  private String resume(int count) throws InterruptedException {
    String last = "";
    int wanted = confirmed.size() + count;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() < deadline) {
      try {
        inSession(
            false,
            session -> {
              MessageProducer producer = session.createProducer(null);
              while (confirmed.size() < wanted) {
                send(session, producer);
              }
            });
        return count + " sent";
      } catch (JMSException e) {
        last = firstLine(e);
        TimeUnit.MILLISECONDS.sleep(200);
      }
    }
    return "refused: " + last;
  }

  // Take.

  /** Receives {@code count} messages, or all there are, and acknowledges them. */
  private String drain(int count) throws InterruptedException {
    int before = taken.size();
    int refusals = 0;
    String last = "";
    while (refusals < MAX_REFUSALS) {
      int wanted = count == 0 ? Integer.MAX_VALUE : before + count;
      try {
        for (int queue = 0; queue < QUEUES; queue++) {
          String name = "full." + queue;
          inSession(true, session -> drain(session, name, wanted));
        }
        return (taken.size() - before)
            + " taken"
            + (refusals == 0 ? "" : " after " + refusals + " refusals, the last: " + last);
      } catch (JMSException e) {
        refusals++;
        last = reason(e);
        TimeUnit.SECONDS.sleep(1); // a compaction takes disk while it works, and gives it back
      }
    }
    return (taken.size() - before) + ", then refused: " + last;
  }

  private void drain(Session session, String queue, int wanted) throws JMSException {
    MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
    List<Integer> received = new ArrayList<>();
    boolean more = true;
    while (more && taken.size() < wanted) {
      Message message = consumer.receive(IDLE_MILLIS);
      more = message != null;
      if (more) {
        received.add(message.getIntProperty("number"));
      }
      if (received.size() == ACKNOWLEDGED_AT_ONCE || !more) {
        commit(session, received);
      }
    }
    commit(session, received);
  }

  private void commit(Session session, List<Integer> received) throws JMSException {
    inDoubt.addAll(received);
    session.commit();
    received.forEach(inDoubt::remove);
    for (int number : received) {
      if (!taken.add(number)) {
        twice.incrementAndGet();
      }
    }
    received.clear();
  }

  // Tell.

  private String verdict() {
    List<Integer> lost = new ArrayList<>(confirmed);
    lost.removeAll(taken);
    lost.removeAll(inDoubt);
    List<Integer> strange = new ArrayList<>(taken);
    strange.removeAll(asked);
    inDoubt.removeAll(taken);
    return "confirmed=%d taken=%d in doubt=%d lost=%d twice=%d strange=%d"
        .formatted(
            confirmed.size(),
            taken.size(),
            inDoubt.size(),
            lost.size(),
            twice.get(),
            strange.size());
  }

  private interface Work {
    void on(Session session) throws JMSException;
  }

  private void inSession(boolean transacted, Work work) throws JMSException {
    ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
    factory.setWatchTopicAdvisories(false);
    factory.setCloseTimeout((int) CLOSE_MILLIS);
    factory.setSendTimeout(SEND_MILLIS); // a broker that lets a sender wait for ever is a fault
    try (Connection connection = factory.createConnection()) {
      connection.start();
      work.on(
          connection.createSession(
              transacted, transacted ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE));
    }
  }

  /** The store's own words are those of the cause. */
  private static String reason(Exception e) {
    return firstLine(e) + (e.getCause() == null ? "" : " " + e.getCause().getMessage());
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}
