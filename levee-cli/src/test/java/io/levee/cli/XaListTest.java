package io.levee.cli;

import static io.levee.cli.BranchStore.ORDERS;
import static io.levee.cli.BranchStore.branch;
import static io.levee.cli.BranchStore.message;
import static io.levee.cli.BranchStore.prepare;
import static io.levee.cli.BranchStore.put;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.levee.activemq.LeveePersistenceAdapter;
import io.levee.store.BranchId;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageStore;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.StoreTransaction;
import io.levee.store.Subscriptions.Start;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.command.MessageId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Branches that an operator looks at. */
final class XaListTest {

  private static final String ISO = "20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ";

  /** The lane of a queue without priorities. */
  private static final int LANE = 1;

  @TempDir private Path directory;
  private BranchStore branches;

  @BeforeEach
  void inADirectoryOfItsOwn() {
    branches = new BranchStore(directory);
  }

  private Levee.Result done(Object... args) {
    Levee.Result result = Levee.run(args);
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isEqualTo(Exit.DONE);
    return result;
  }

  @Test
  void whereNoBranchesAreThatIsSaid() throws IOException {
    branches.prepare();

    assertThat(done("xa", "list", directory).text()).isEqualTo("no branches in " + directory);
    assertThat(done("xa", "list", directory, "--json").text().replaceAll("\\s", ""))
        .isEqualTo("[]");
  }

  @Test
  void eachBranchIsALineWithItsNameItsAgeAndItsSize() throws IOException {
    branches.prepare("a", "b");
    branches.open(
        store -> {
          store.dtx().forceRollback(branch(2));
          return null;
        });

    Levee.Result list = done("xa", "list", directory);

    assertThat(list.out()).hasSize(3);
    assertThat(list.out().get(0))
        .matches(
            "7:747831:62  in doubt since " + ISO + " \\(3 h 12 min ago\\), 1 operation, 772 bytes");
    assertThat(list.out().get(1))
        .matches(
            "7:747832:62  rolled back by an operator since "
                + ISO
                + " \\(3 h 12 min ago\\), 1 operation, 0 bytes");
    assertThat(list.lastLine())
        .isEqualTo("2 branches in %s: 1 in doubt, 1 ended by an operator", directory);
  }

  @Test
  void branchesAreListedForPrograms() throws IOException {
    branches.prepare("a", "b");
    branches.open(store -> store.dtx().forceCommit(branch(1), receipt -> {}));

    JsonNode list = new ObjectMapper().readTree(done("xa", "list", directory, "--json").text());

    assertThat(list).hasSize(2);
    assertThat(list.at("/0/id").asText()).isEqualTo("7:747831:62");
    assertThat(list.at("/0/state").asText()).isEqualTo("FORCED_COMMIT");
    assertThat(list.at("/0/endedAt").asText()).matches(ISO);
    assertThat(list.at("/1/state").asText()).isEqualTo("PREPARED");
    assertThat(list.at("/1/preparedAt").asText()).matches(ISO);
    assertThat(list.get(1).has("endedAt")).isFalse();
    assertThat(list.at("/1/operations").asInt()).isEqualTo(1);
    assertThat(list.at("/1/bytes").asLong()).isEqualTo(772);
  }

  @Test
  void moreBranchesThanAPageHoldsAreListedInTheOrderOfTheirPrepares() throws IOException {
    int count = 2_001;
    branches.prepare("x".repeat(count).split(""));

    Levee.Result list = done("xa", "list", directory);

    assertThat(list.out()).hasSize(count + 1);
    for (int number = 1; number <= count; number++) {
      assertThat(list.out().get(number - 1)).startsWith(branch(number) + "  in doubt ");
    }
    assertThat(list.lastLine()).startsWith("2,001 branches in ");
  }

  @Test
  void eachOperationOfABranchIsShown() throws IOException {
    branches.open(XaListTest::prepareOneOfEachKind);

    Levee.Result show = done("xa", "show", directory, branch(1));

    assertThat(show.out().subList(0, 3))
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("branch      7:747831:62"),
            line -> assertThat(line).isEqualTo("state       in doubt"),
            line -> assertThat(line).matches("prepared    " + ISO + " \\(3 h 12 min ago\\)"));
    assertThat(show.out().subList(3, show.out().size()))
        .containsExactly(
            "operations  7",
            "bytes       1,412",
            "  0  enqueue queue://orders, 10 bytes, header 4 and body 6",
            "  2  acknowledge queue://orders at 1/0/1, 5 bytes",
            "  3  move queue://orders at 1/0/2 to queue://bills, 5 bytes",
            "  4  dead-letter queue://orders at 1/0/3 to dlc://dead, 5 bytes",
            "  5  restore dlc://dead at 4/0/1 to queue://bills, 5 bytes",
            "  6  settle topic://news at 3/0/1 for client:reader, 5 bytes");
  }

  @Test
  void aMessageOfABrokerIsShownWithItsJmsId(@TempDir Path broker) throws Exception {
    Bytes header = headerOfAdapter(broker);
    branches.open(
        store -> {
          prepare(store, branch(1), tx -> tx.enqueue(ORDERS, Message.of(header, Bytes.EMPTY)));
          return null;
        });

    assertThat(done("xa", "show", directory, branch(1)).lastLine())
        .isEqualTo(
            "  0  enqueue queue://orders, %d bytes, JMS message ID:sender-1:1:1:7", header.size());
  }

  private static Bytes headerOfAdapter(Path broker) throws Exception {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    message.setMessageId(new MessageId("ID:sender-1:1:1:7"));
    message.setDestination(new ActiveMQQueue("bills"));
    message.setText("three apples");
    LeveePersistenceAdapter adapter = new LeveePersistenceAdapter();
    adapter.setDirectory(broker.toFile());
    adapter.start();
    adapter
        .createQueueMessageStore(new ActiveMQQueue("bills"))
        .addMessage(new ConnectionContext(), message);
    adapter.stop();
    return new BranchStore(broker.resolve("store"))
        .open(
            store ->
                store
                    .browse(Destination.queue("bills"), PageRequest.first(1).inLane(LANE))
                    .items()
                    .get(0)
                    .header());
  }

  private static Void prepareOneOfEachKind(MessageStore store) {
    Destination bills = Destination.queue("bills");
    Destination news = Destination.topic("news");
    store.declare(bills);
    store.declare(news);
    store.declare(Destination.deadLetterChannel("dead"));
    Bytes reader = Bytes.utf8("6:client:reader");
    store.subscriptions().subscribe(news, reader, Bytes.EMPTY, Start.AT_FIRST);
    final Position taken = put(store, ORDERS, message("a"));
    final Position moved = put(store, ORDERS, message("b"));
    final Position given = put(store, ORDERS, message("c"));
    final Position dead = giveUp(store, put(store, ORDERS, message("d")));
    put(store, news, message("e"));
    prepare(
        store,
        branch(1),
        tx -> {
          tx.enqueue(ORDERS, message("stored"));
          tx.acknowledge(new Position(1, 0, 99));
          tx.acknowledge(taken);
          tx.move(moved, bills);
          tx.deadLetter(given, "dead", "rejected");
          tx.restore(dead, Optional.of(bills));
          tx.settle(news, reader, 1);
        });
    return null;
  }

  private static Position giveUp(MessageStore store, Position position) {
    StoreTransaction transaction = store.begin();
    transaction.deadLetter(position, "dead", "rejected");
    return transaction.commit().outcomes().get(0).position().orElseThrow();
  }

  @Test
  void aBranchThatAnOperatorEndedIsShownWithWhatBecameOfIt() throws IOException {
    branches.prepare("a");
    branches.open(store -> store.dtx().forceCommit(branch(1), receipt -> {}));

    assertThat(done("xa", "show", directory, branch(1)).text())
        .contains("state       committed by an operator")
        .containsPattern("ended       " + ISO + " \\(3 h 12 min ago\\)")
        .endsWith("it holds nothing any more");
  }

  @Test
  void aTimeIsToldInItsTwoLargestUnits() {
    assertThat(BranchLine.length(Duration.ofSeconds(59))).isEqualTo("59 s");
    assertThat(BranchLine.length(Duration.ofSeconds(61))).isEqualTo("1 min");
    assertThat(BranchLine.length(Duration.ofMinutes(60))).isEqualTo("1 h 0 min");
    assertThat(BranchLine.length(Duration.ofHours(51))).isEqualTo("2 d 3 h");
    assertThat(BranchLine.length(Duration.ofSeconds(-5))).isEqualTo("0 s");
  }

  @Test
  void aNameThatBeginsWithAMinusIsAName() throws IOException {
    BranchId negative = new BranchId(-5, Bytes.utf8("tx"), Bytes.EMPTY);
    branches.open(
        store -> {
          prepare(store, negative, tx -> tx.enqueue(ORDERS, message("a")));
          return null;
        });

    assertThat(done("xa", "show", directory, "-5:7478:").text()).contains("branch      -5:7478:");
  }
}
