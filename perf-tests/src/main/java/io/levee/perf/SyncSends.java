package io.levee.perf;

import io.levee.perf.Contender.Name;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Synchronous sends of many producers to one queue: the engine, the store, its adapter, KahaDB,
 * brokers on both, in turn.
 *
 * <p>Called directly, KahaDB forces what several threads bring at once, as the store does, and both
 * are as fast as the disk. A broker's queue does not call it so: it hands each message to KahaDB's
 * one writing thread, which forces them one by one. The bound is on the two stores called as that
 * queue calls them. What the bare engine does says how far any store on it could go; what two
 * brokers do is told without a bound, for most of it is the work of the brokers.
 */
@Command(
    name = "sync-sends",
    description = "Synchronous sends against KahaDB, in alternating rounds.")
final class SyncSends extends Scenario {

  private static final double MUST_BE_TIMES_KAHADB = 5;

  /** Where both wait for the same disk as often, or KahaDB leaves the disk out. */
  private static final double MUST_NOT_BE_SLOWER = 1;

  private static final List<Pair> PAIRS =
      List.of(
          Pair.told(Name.LEVELDB, Name.KAHADB),
          Pair.told(Name.LEVEE_STORE, Name.LEVELDB),
          Pair.bound(Name.LEVEE_STORE, Name.KAHADB, MUST_NOT_BE_SLOWER),
          Pair.bound(Name.LEVEE, Name.KAHADB, MUST_NOT_BE_SLOWER),
          Pair.bound(Name.LEVEE_QUEUED, Name.KAHADB_QUEUED, MUST_BE_TIMES_KAHADB),
          Pair.told(Name.LEVEE_BROKER, Name.KAHADB_BROKER),
          Pair.bound(Name.LEVEE_CONSUMED, Name.KAHADB_CONSUMED, MUST_NOT_BE_SLOWER));

  /** Two that do the same work, and how many times as fast the first has to be, if it has to. */
  private record Pair(Name ours, Name theirs, OptionalDouble bound) {

    static Pair told(Name ours, Name theirs) {
      return new Pair(ours, theirs, OptionalDouble.empty());
    }

    static Pair bound(Name ours, Name theirs, double bound) {
      return new Pair(ours, theirs, OptionalDouble.of(bound));
    }

    /** Of turns that lie close together, so that a disk that becomes slower does it to both. */
    void addRatio(Map<Name, Contender> contenders, Map<Pair, Samples> ratios) {
      if (contenders.containsKey(ours) && contenders.containsKey(theirs)) {
        double ratio = contenders.get(ours).lastTurnAgainst(contenders.get(theirs));
        ratios.computeIfAbsent(this, pair -> new Samples()).add(ratio);
      }
    }

    void tell(Report report, Samples ratio) {
      String figure = ours + "_to_" + theirs;
      if (bound.isPresent()) {
        report.atLeast(figure, ratio.median(), bound.getAsDouble(), "times");
      } else {
        report.figure(figure, ratio.median(), "times");
      }
    }
  }

  @Option(names = "--threads", description = "Producers.", defaultValue = "16")
  private int threads;

  @Option(names = "--bytes", description = "Bytes in each body.", defaultValue = "1024")
  private int bodyBytes;

  @Option(
      names = "--rounds",
      description = "Measured rounds, after one that is not.",
      defaultValue = "5")
  private int rounds;

  @Option(names = "--seconds", description = "Length of each turn.", defaultValue = "3")
  private double seconds;

  @Option(
      names = "--rest",
      description = "Seconds without work before each turn: nobody pays for another's compactions.",
      defaultValue = "1")
  private double rest;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description = "Who takes part: ${COMPLETION-CANDIDATES}.",
      defaultValue =
          "levee_store,leveldb,kahadb,levee,kahadb_queued,levee_queued,kahadb_broker,levee_broker,"
              + "kahadb_consumed,levee_consumed")
  private Set<Name> names;

  @Override
  void measure(Workplace workplace, Report report) throws Exception {
    Payload payload = new Payload(bodyBytes);
    Map<Name, Contender> contenders = new EnumMap<>(Name.class);
    try {
      for (Name name : names) {
        contenders.put(name, Contender.open(name, workplace, payload));
      }
      compare(contenders, report);
    } finally {
      for (Contender each : contenders.values()) {
        each.close();
      }
    }
  }

  private void compare(Map<Name, Contender> contenders, Report report) throws Exception {
    report.line("%d producers, bodies of %d bytes, messages a second:", threads, bodyBytes);
    for (Contender each : contenders.values()) {
      each.warmUp(threads, seconds);
    }
    Map<Pair, Samples> ratios = new LinkedHashMap<>();
    for (int round = 1; round <= rounds; round++) {
      for (Contender each : contenders.values()) {
        TimeUnit.MILLISECONDS.sleep((long) (rest * 1_000));
        report.line("  round %d  %s", round, each.run(threads, seconds));
      }
      for (Pair pair : PAIRS) {
        pair.addRatio(contenders, ratios);
      }
    }
    contenders.values().forEach(each -> each.tell(report));
    ratios.forEach((pair, ratio) -> pair.tell(report, ratio));
  }
}
