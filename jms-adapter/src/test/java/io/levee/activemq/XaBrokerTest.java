package io.levee.activemq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ActiveMQXAConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.XATransactionId;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What transaction managers and operators are answered by a broker, over TCP and JMX. */
final class XaBrokerTest {

  private static final String QUEUE = "orders";

  @TempDir private Path directory;
  private BrokerService broker;
  private LeveePersistenceAdapter adapter;
  private XAConnection connection;
  private XASession session;
  private XAResource resource;

  @BeforeEach
  void start() throws Exception {
    start("0");
  }

  private void start(String diskReserve) throws Exception {
    adapter = new LeveePersistenceAdapter();
    adapter.setDiskReserve(diskReserve);
    broker = new BrokerService();
    broker.setBrokerName("xa");
    broker.setDataDirectoryFile(directory.toFile());
    broker.setPersistenceAdapter(adapter);
    broker.addConnector("tcp://127.0.0.1:0");
    broker.start();
    broker.waitUntilStarted();
    connect();
  }

  private void connect() throws Exception {
    connection = new ActiveMQXAConnectionFactory(uri()).createXAConnection();
    connection.start();
    session = connection.createXASession();
    resource = session.getXAResource();
  }

  private String uri() throws Exception {
    return broker.getTransportConnectors().get(0).getPublishableConnectString();
  }

  @AfterEach
  void stop() throws Exception {
    connection.close();
    broker.stop();
    broker.waitUntilStopped();
  }

  private void restart(String diskReserve) throws Exception {
    stop();
    start(diskReserve);
  }

  private static XATransactionId xid(int number) {
    XATransactionId xid = new XATransactionId();
    xid.setFormatId(7);
    xid.setGlobalTransactionId(new byte[] {(byte) number});
    xid.setBranchQualifier(new byte[] {1});
    return xid;
  }

  private static String branch(int number) {
    return "7:%02x:01".formatted(number);
  }

  private void send(Session sender, String text) throws JMSException {
    Queue queue = sender.createQueue(QUEUE);
    try (MessageProducer producer = sender.createProducer(queue)) {
      producer.send(sender.createTextMessage(text));
    }
  }

  private void sendIn(Xid xid, String text) throws Exception {
    resource.start(xid, XAResource.TMNOFLAGS);
    send(session, text);
    resource.end(xid, XAResource.TMSUCCESS);
  }

  private void prepareSend(int number, String text) throws Exception {
    sendIn(xid(number), text);
    assertThat(resource.prepare(xid(number))).isEqualTo(XAResource.XA_OK);
  }

  /** Takes everything from the queue that can be taken. */
  private List<String> drain() throws Exception {
    List<String> texts = new ArrayList<>();
    try (Connection direct = new ActiveMQConnectionFactory(uri()).createConnection();
        Session plain = started(direct).createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = plain.createConsumer(plain.createQueue(QUEUE))) {
      TextMessage next = (TextMessage) consumer.receive(500);
      while (next != null) {
        texts.add(next.getText());
        next = (TextMessage) consumer.receive(500);
      }
    }
    return texts;
  }

  private static Connection started(Connection connection) throws JMSException {
    connection.start();
    return connection;
  }

  private Object manage(String operation, Object[] arguments, String... types) throws Exception {
    ObjectName name =
        new ObjectName(broker.getBrokerObjectName() + ",service=PersistenceAdapter,instanceName=*");
    ObjectName view = broker.getManagementContext().queryNames(name, null).iterator().next();
    return broker.getManagementContext().getMBeanServer().invoke(view, operation, arguments, types);
  }

  private Object manage(String operation, int number) throws Exception {
    return manage(operation, new Object[] {branch(number)}, String.class.getName());
  }

  /** Branch and state of each that is listed. */
  private List<String> listed() throws Exception {
    TabularData table =
        (TabularData)
            manage(
                "listBranches", new Object[] {0L, 100}, long.class.getName(), int.class.getName());
    return table.values().stream()
        .map(CompositeData.class::cast)
        .map(row -> row.get("branch") + " " + row.get("state"))
        .toList();
  }

  private static int codeOf(ThrowingCallable call) {
    return catchThrowableOfType(XAException.class, call).errorCode;
  }

  private List<Xid> recovered() throws Exception {
    return List.of(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN));
  }

  @Test
  void aBranchThatWasPreparedBeforeARestartIsCommittedAfterIt() throws Exception {
    prepareSend(1, "first");
    restart("0");
    assertThat(recovered()).hasSize(1);
    assertThat(drain()).isEmpty();
    resource.commit(recovered().get(0), false);
    assertThat(drain()).containsExactly("first");
    assertThat(recovered()).isEmpty();
  }

  @Test
  void anOperatorCommitsABranchAndItsManagerIsToldUntilItForgets() throws Exception {
    prepareSend(1, "first");
    assertThat(listed()).containsExactly(branch(1) + " PREPARED");
    manage("commitBranch", 1);
    assertThat(drain()).containsExactly("first");
    assertThat(listed()).containsExactly(branch(1) + " FORCED_COMMIT");
    assertThat(recovered()).hasSize(1);
    assertThat(codeOf(() -> resource.commit(xid(1), false))).isEqualTo(XAException.XA_HEURCOM);
    assertThat(codeOf(() -> resource.rollback(xid(1)))).isEqualTo(XAException.XA_HEURCOM);
    resource.forget(xid(1));
    assertThat(listed()).isEmpty();
    assertThat(recovered()).isEmpty();
    assertThat(codeOf(() -> resource.commit(xid(1), false))).isEqualTo(XAException.XAER_NOTA);
  }

  @Test
  void anOperatorRollsBackABranchOfBeforeTheStartAndItsMessagesAreDelivered() throws Exception {
    try (Connection direct = new ActiveMQConnectionFactory(uri()).createConnection();
        Session plain = direct.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      send(plain, "kept");
    }
    resource.start(xid(1), XAResource.TMNOFLAGS);
    try (MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE))) {
      assertThat(((TextMessage) consumer.receive(10_000)).getText()).isEqualTo("kept");
      send(session, "never");
      resource.end(xid(1), XAResource.TMSUCCESS);
      resource.prepare(xid(1));
    }
    restart("0");
    assertThat(drain()).isEmpty();
    manage("rollbackBranch", 1);
    assertThat(drain()).containsExactly("kept");
    restart("0");
    assertThat(recovered()).hasSize(1);
    assertThat(codeOf(() -> resource.commit(xid(1), false))).isEqualTo(XAException.XA_HEURRB);
    resource.forget(xid(1));
    assertThat(recovered()).isEmpty();
  }

  @Test
  void aBranchInDoubtIsNotForgotten() throws Exception {
    prepareSend(1, "first");
    assertThat(codeOf(() -> resource.forget(xid(1)))).isEqualTo(XAException.XAER_PROTO);
    assertThat(codeOf(() -> resource.forget(xid(2)))).isEqualTo(XAException.XAER_NOTA);
    assertThatThrownBy(() -> manage("forgetBranch", 1))
        .hasRootCauseMessage(
            "BRANCH_IN_DOUBT: the branch 7:01:01 is prepared and nobody has ended it. Commit it or roll"
                + " it back.");
    resource.commit(xid(1), false);
    assertThat(drain()).containsExactly("first");
  }

  @Test
  void anOperatorSeesWhatABranchHolds() throws Exception {
    prepareSend(1, "first");
    assertThat((String[]) manage("showBranch", 1))
        .satisfiesExactly(
            line -> assertThat(line).contains("7:01:01", "PREPARED", "1 operations"),
            line -> assertThat(line).startsWith("0 ENQUEUE queue://orders"));
    resource.rollback(xid(1));
  }

  @Test
  void whatAnOperatorAsksOfAnUnknownOrEndedBranchIsRefused() throws Exception {
    assertThatThrownBy(() -> manage("commitBranch", 9))
        .hasRootCauseMessage("no branch 7:09:01 is prepared here");
    assertThatThrownBy(
            () -> manage("commitBranch", new Object[] {"nonsense"}, String.class.getName()))
        .rootCause()
        .hasMessageContaining("format:globalId:qualifier");
    prepareSend(1, "first");
    manage("rollbackBranch", 1);
    assertThatThrownBy(() -> manage("commitBranch", 1))
        .rootCause()
        .hasMessageContaining("was ended before");
    manage("forgetBranch", 1);
    assertThat(listed()).isEmpty();
  }

  @Test
  void aForcedBranchIsNotBegunAgain() throws Exception {
    prepareSend(1, "first");
    manage("rollbackBranch", 1);
    connection.close();
    connect();
    sendIn(xid(1), "second");
    assertThat(codeOf(() -> resource.prepare(xid(1)))).isEqualTo(XAException.XAER_NOTA);
    resource.forget(xid(1));
    assertThat(drain()).isEmpty();
  }

  @Test
  void belowTheDiskReserveAPrepareIsRefusedAndACommitPasses() throws Exception {
    prepareSend(1, "first");
    long free = directory.toFile().getUsableSpace();
    restart(String.valueOf(free + free / 2));
    resource.commit(xid(1), false);
    sendIn(xid(2), "second");
    XAException refused = catchThrowableOfType(XAException.class, () -> resource.prepare(xid(2)));
    assertThat(refused.errorCode).isEqualTo(XAException.XA_RBTRANSIENT);
    assertThat(refused).hasMessageContaining("DISK_RESERVE");
    assertThat(recovered()).isEmpty();
    assertThat(drain()).containsExactly("first");
  }

  @Test
  void aStoppedAdapterLeavesNothingOfItselfInTheBroker() throws Exception {
    assertThat(broker.getPlugins()).hasSize(1);
    adapter.stop();
    assertThat(broker.getPlugins()).isEmpty();
  }
}
