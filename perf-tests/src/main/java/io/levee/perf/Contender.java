package io.levee.perf;

import io.levee.perf.BrokerTarget.Way;
import java.io.IOException;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** One of those that are compared, open during the whole run and idle while another works. */
final class Contender implements AutoCloseable {

  /** Who takes part. */
  enum Name {
    /** The engine below the store, written by one thread in groups of one message a producer. */
    LEVELDB,
    /** The store. */
    LEVEE_STORE,
    /** KahaDB, called by the sending threads. */
    KAHADB,
    /** The store through its adapter, called by the sending threads. */
    LEVEE,
    /** KahaDB as a queue calls it. */
    KAHADB_QUEUED,
    /** The store through its adapter as a queue calls it. */
    LEVEE_QUEUED,
    /** KahaDB below a broker with JMS clients. */
    KAHADB_BROKER,
    /** The store below a broker with JMS clients. */
    LEVEE_BROKER,
    /** KahaDB below a broker whose clients also take what they send. */
    KAHADB_CONSUMED,
    /** The store below a broker whose clients also take what they send. */
    LEVEE_CONSUMED,
    /** KahaDB below a broker whose clients work in distributed transactions. */
    KAHADB_XA,
    /** The store below a broker whose clients work in distributed transactions. */
    LEVEE_XA;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Name name;
  private final SendTarget target;
  private final Samples perSecond = new Samples();
  private final Histogram nanos = new Histogram(3);

  private Contender(Name name, SendTarget target) {
    this.name = name;
    this.target = target;
  }

  static Contender open(Name name, Workplace workplace, Payload payload) throws Exception {
    var directory = workplace.fresh(name.toString());
    String broker = name.toString();
    return new Contender(
        name,
        switch (name) {
          case LEVELDB -> new EngineTarget(directory, payload);
          case LEVEE_STORE -> new StoreTarget(directory, payload);
          case KAHADB -> BrokerTarget.kahaDb(directory, payload, Way.DIRECT);
          case LEVEE -> BrokerTarget.levee(directory, payload, Way.DIRECT);
          case KAHADB_QUEUED -> BrokerTarget.kahaDb(directory, payload, Way.QUEUED);
          case LEVEE_QUEUED -> BrokerTarget.levee(directory, payload, Way.QUEUED);
          case KAHADB_BROKER -> RunningBroker.kahaDb(broker, directory, payload);
          case LEVEE_BROKER -> RunningBroker.levee(broker, directory, payload);
          case KAHADB_CONSUMED -> RunningBroker.kahaDb(broker, directory, payload).withConsumer();
          case LEVEE_CONSUMED -> RunningBroker.levee(broker, directory, payload).withConsumer();
          case KAHADB_XA ->
              new XaTarget(
                  RunningBroker.kahaDb(broker, directory, payload),
                  workplace.fresh("narayana"),
                  payload);
          case LEVEE_XA ->
              new XaTarget(
                  RunningBroker.levee(broker, directory, payload),
                  workplace.fresh("narayana"),
                  payload);
        });
  }

  Name name() {
    return name;
  }

  void warmUp(int threads, double seconds) throws Exception {
    target.send(threads, seconds);
  }

  /** One turn; answers a line about it. */
  String run(int threads, double seconds) throws Exception {
    Producers.Result result = target.send(threads, seconds);
    perSecond.add(result.perSecond());
    nanos.add(result.nanos());
    return String.format(
        Locale.ROOT, "%-14s %,10.0f  %s", name, result.perSecond(), target.remark());
  }

  /** How many times as fast as {@code other} the last turn was. */
  double lastTurnAgainst(Contender other) {
    return perSecond.last() / other.perSecond.last();
  }

  void tell(Report report) {
    report.figure(name + "_per_second", perSecond.median(), "messages");
    report.figure(name + "_p50", nanos.getValueAtPercentile(50) / 1e6, "ms");
    report.figure(name + "_p99", nanos.getValueAtPercentile(99) / 1e6, "ms");
  }

  @Override
  public void close() throws IOException {
    target.close();
  }
}
