package io.levee.dtx;

import static javax.transaction.xa.XAException.XAER_DUPID;
import static javax.transaction.xa.XAException.XAER_INVAL;
import static javax.transaction.xa.XAException.XAER_NOTA;
import static javax.transaction.xa.XAException.XAER_PROTO;
import static javax.transaction.xa.XAException.XA_HEURCOM;
import static javax.transaction.xa.XAException.XA_HEURRB;
import static javax.transaction.xa.XAException.XA_RBROLLBACK;
import static javax.transaction.xa.XAException.XA_RBTIMEOUT;
import static javax.transaction.xa.XAResource.TMENDRSCAN;
import static javax.transaction.xa.XAResource.TMFAIL;
import static javax.transaction.xa.XAResource.TMJOIN;
import static javax.transaction.xa.XAResource.TMNOFLAGS;
import static javax.transaction.xa.XAResource.TMRESUME;
import static javax.transaction.xa.XAResource.TMSTARTRSCAN;
import static javax.transaction.xa.XAResource.TMSUCCESS;
import static javax.transaction.xa.XAResource.TMSUSPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.levee.store.BranchId;
import io.levee.store.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;

/** The rules of X/Open XA and JTA, call by call. */
class XaProtocolTest extends XaCase {

  @Test
  void everyCallForAnUnknownBranchIsToldSo() {
    assertThat(codeOf(() -> resource.prepare(ONE))).isEqualTo(XAER_NOTA);
    assertThat(codeOf(() -> resource.commit(ONE, false))).isEqualTo(XAER_NOTA);
    assertThat(codeOf(() -> resource.commit(ONE, true))).isEqualTo(XAER_NOTA);
    assertThat(codeOf(() -> resource.rollback(ONE))).isEqualTo(XAER_NOTA);
    assertThat(codeOf(() -> resource.forget(ONE))).isEqualTo(XAER_NOTA);
    assertThat(codeOf(() -> resource.end(ONE, TMSUCCESS))).isEqualTo(XAER_NOTA);
    assertThat(codeOf(() -> resource.start(ONE, TMJOIN))).isEqualTo(XAER_NOTA);
    assertThat(codeOf(() -> resource.start(ONE, TMRESUME))).isEqualTo(XAER_NOTA);
  }

  @Test
  void aBranchIsBegunOnce() throws XAException {
    send(ONE, "a");
    XaSession other = manager.openSession();

    assertThat(codeOf(() -> other.resource().start(ONE, TMNOFLAGS))).isEqualTo(XAER_DUPID);
    resource.end(ONE, TMSUCCESS);
    assertThat(codeOf(() -> resource.start(ONE, TMNOFLAGS))).isEqualTo(XAER_DUPID);
    resource.prepare(ONE);
    assertThat(codeOf(() -> resource.start(ONE, TMNOFLAGS))).isEqualTo(XAER_DUPID);
    reopen();
    assertThat(codeOf(() -> resource.start(ONE, TMNOFLAGS))).isEqualTo(XAER_DUPID);
    resource.commit(ONE, false);
  }

  @Test
  void aSessionWorksInOneBranchAtATime() throws XAException {
    send(ONE, "a");

    assertThat(codeOf(() -> resource.start(TWO, TMNOFLAGS))).isEqualTo(XAER_PROTO);
    assertThat(codeOf(() -> resource.start(ONE, TMJOIN))).isEqualTo(XAER_PROTO);

    resource.end(ONE, TMSUCCESS);
    resource.commit(ONE, true);
    assertThat(bodies()).containsExactly("a");
  }

  @Test
  void onlyWhoWorksInABranchEndsIt() throws XAException {
    sendAndEnd(ONE, "a");

    assertThat(codeOf(() -> resource.end(ONE, TMSUCCESS))).isEqualTo(XAER_PROTO);
    assertThat(codeOf(() -> resource.end(ONE, TMSUSPEND))).isEqualTo(XAER_PROTO);
  }

  @Test
  void severalSessionsWorkInOneBranch() throws XAException {
    send(ONE, "a");
    XaSession other = manager.openSession();

    other.resource().start(ONE, TMJOIN);
    other.transaction().enqueue(ORDERS, message("b"));
    resource.end(ONE, TMSUCCESS);
    assertThat(codeOf(() -> resource.prepare(ONE))).isEqualTo(XAER_PROTO);
    other.resource().end(ONE, TMSUCCESS);
    resource.start(ONE, TMJOIN);
    session.transaction().enqueue(ORDERS, message("c"));
    resource.end(ONE, TMSUCCESS);

    assertThat(other.resource().prepare(ONE)).isEqualTo(XAResource.XA_OK);
    resource.commit(ONE, false);
    assertThat(bodies()).containsExactly("a", "b", "c");
  }

  @Test
  void whatWasSuspendedIsResumed() throws XAException {
    send(ONE, "a");
    resource.end(ONE, TMSUSPEND);
    assertThat(codeOf(() -> resource.prepare(ONE))).isEqualTo(XAER_PROTO);
    assertThat(codeOf(() -> resource.commit(ONE, true))).isEqualTo(XAER_PROTO);
    assertThat(codeOf(() -> resource.rollback(ONE))).isEqualTo(XAER_PROTO);
    send(TWO, "other");
    resource.end(TWO, TMSUCCESS);

    resource.start(ONE, TMRESUME);
    session.transaction().enqueue(ORDERS, message("b"));
    resource.end(ONE, TMSUCCESS);

    assertThat(codeOf(() -> resource.start(ONE, TMRESUME))).isEqualTo(XAER_PROTO);
    resource.commit(ONE, true);
    assertThat(bodies()).containsExactly("a", "b");
  }

  @Test
  void aSuspendedBranchIsEndedWithoutBeingResumed() throws XAException {
    send(ONE, "a");
    resource.end(ONE, TMSUSPEND);

    resource.end(ONE, TMSUCCESS);

    assertThat(resource.prepare(ONE)).isEqualTo(XAResource.XA_OK);
    resource.commit(ONE, false);
    assertThat(bodies()).containsExactly("a");
  }

  @Test
  void aBranchInWorkIsNeitherPreparedNorEndedByItsManager() throws XAException {
    send(ONE, "a");

    assertThat(codeOf(() -> resource.prepare(ONE))).isEqualTo(XAER_PROTO);
    assertThat(codeOf(() -> resource.commit(ONE, true))).isEqualTo(XAER_PROTO);
    assertThat(codeOf(() -> resource.commit(ONE, false))).isEqualTo(XAER_PROTO);
    assertThat(codeOf(() -> resource.rollback(ONE))).isEqualTo(XAER_PROTO);

    resource.end(ONE, TMSUCCESS);
    resource.rollback(ONE);
    assertThat(bodies()).isEmpty();
  }

  @Test
  void failedWorkIsRolledBackWhateverItsManagerSays() throws XAException {
    send(ONE, "a");
    assertThat(codeOf(() -> resource.end(ONE, TMFAIL))).isEqualTo(XA_RBROLLBACK);
    assertThat(codeOf(() -> resource.prepare(ONE))).isEqualTo(XA_RBROLLBACK);
    assertThat(codeOf(() -> resource.commit(ONE, false))).isEqualTo(XAER_NOTA);

    send(TWO, "b");
    assertThat(codeOf(() -> resource.end(TWO, TMFAIL))).isEqualTo(XA_RBROLLBACK);
    assertThat(codeOf(() -> resource.commit(TWO, true))).isEqualTo(XA_RBROLLBACK);
    assertThat(codeOf(() -> resource.rollback(TWO))).isEqualTo(XAER_NOTA);

    assertThat(bodies()).isEmpty();
    assertThat(recovered()).isEmpty();
  }

  @Test
  void failedWorkIsRolledBackQuietlyOnRequest() throws XAException {
    send(ONE, "a");
    codeOf(() -> resource.end(ONE, TMFAIL));

    resource.rollback(ONE);

    assertThat(bodies()).isEmpty();
  }

  @Test
  void aBranchWithoutWorkIsReadOnlyAndForgotten() throws XAException {
    resource.start(ONE, TMNOFLAGS);
    resource.end(ONE, TMSUCCESS);

    assertThat(resource.prepare(ONE)).isEqualTo(XAResource.XA_RDONLY);

    assertThat(recovered()).isEmpty();
    assertThat(codeOf(() -> resource.commit(ONE, false))).isEqualTo(XAER_NOTA);
  }

  @Test
  void phasesAreNotMixed() throws XAException {
    sendAndEnd(ONE, "a");
    assertThat(codeOf(() -> resource.commit(ONE, false))).isEqualTo(XAER_PROTO);
    resource.prepare(ONE);

    assertThat(codeOf(() -> resource.prepare(ONE))).isEqualTo(XAER_PROTO);
    assertThat(codeOf(() -> resource.commit(ONE, true))).isEqualTo(XAER_PROTO);
    assertThat(codeOf(() -> resource.start(ONE, TMJOIN))).isEqualTo(XAER_PROTO);
    assertThat(codeOf(() -> resource.end(ONE, TMSUCCESS))).isEqualTo(XAER_PROTO);

    resource.commit(ONE, false);
    assertThat(bodies()).containsExactly("a");
  }

  @Test
  void anOutcomeIsAppliedOnce() throws XAException {
    prepare(ONE, "a");
    prepare(TWO, "b");

    resource.commit(ONE, false);
    resource.rollback(TWO);

    assertThat(codeOf(() -> resource.commit(ONE, false))).isEqualTo(XAER_NOTA);
    assertThat(codeOf(() -> resource.rollback(ONE))).isEqualTo(XAER_NOTA);
    assertThat(codeOf(() -> resource.commit(TWO, false))).isEqualTo(XAER_NOTA);
    assertThat(codeOf(() -> resource.rollback(TWO))).isEqualTo(XAER_NOTA);
    assertThat(bodies()).containsExactly("a");
  }

  @Test
  void aXidThatNamesNothingIsRefused() {
    Xid none = new NullXid();
    for (Xid bad : Arrays.asList(null, none)) {
      assertThat(codeOf(() -> resource.start(bad, TMNOFLAGS))).isEqualTo(XAER_INVAL);
      assertThat(codeOf(() -> resource.end(bad, TMSUCCESS))).isEqualTo(XAER_INVAL);
      assertThat(codeOf(() -> resource.prepare(bad))).isEqualTo(XAER_INVAL);
      assertThat(codeOf(() -> resource.commit(bad, false))).isEqualTo(XAER_INVAL);
      assertThat(codeOf(() -> resource.rollback(bad))).isEqualTo(XAER_INVAL);
      assertThat(codeOf(() -> resource.forget(bad))).isEqualTo(XAER_INVAL);
    }
  }

  private record NullXid() implements Xid {
    @Override
    public int getFormatId() {
      return -1;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      return new byte[] {1};
    }

    @Override
    public byte[] getBranchQualifier() {
      return new byte[0];
    }
  }

  @Test
  void flagsThatACallDoesNotTakeAreRefused() throws XAException {
    assertThat(codeOf(() -> resource.start(ONE, TMSUCCESS))).isEqualTo(XAER_INVAL);
    assertThat(codeOf(() -> resource.start(ONE, TMJOIN | TMRESUME))).isEqualTo(XAER_INVAL);
    assertThat(codeOf(() -> resource.recover(TMJOIN))).isEqualTo(XAER_INVAL);
    send(ONE, "a");
    assertThat(codeOf(() -> resource.end(ONE, TMNOFLAGS))).isEqualTo(XAER_INVAL);
    resource.end(ONE, TMSUCCESS);
  }

  @Test
  void xidsOfAnyBytesComeBackAsTheyWere() throws XAException {
    byte[] wild = new byte[64];
    Arrays.fill(wild, (byte) 0xFF);
    wild[3] = 0;
    List<Xid> xids =
        List.of(
            new BranchXid(new BranchId(0, Bytes.wrap(wild), Bytes.wrap(wild))),
            new BranchXid(new BranchId(Integer.MAX_VALUE, Bytes.wrap(wild), Bytes.EMPTY)),
            new BranchXid(new BranchId(0, Bytes.wrap(wild), Bytes.EMPTY)));
    for (Xid xid : xids) {
      prepare(xid, "m");
    }
    reopen();

    assertThat(recovered()).containsExactlyElementsOf(xids);
    assertThat(recovered().get(0).getGlobalTransactionId()).isEqualTo(wild);
    resource.commit(xids.get(0), false);
    resource.rollback(xids.get(1));
    resource.commit(xids.get(2), false);
    assertThat(bodies()).hasSize(2);
  }

  @Test
  void branchesOfOneGlobalTransactionAreIndependent() throws XAException {
    Bytes global = Bytes.utf8("g");
    Xid here = new BranchXid(new BranchId(1, global, Bytes.utf8("here")));
    Xid there = new BranchXid(new BranchId(1, global, Bytes.utf8("there")));
    prepare(here, "a");
    prepare(there, "b");

    resource.commit(there, false);
    resource.rollback(here);

    assertThat(bodies()).containsExactly("b");
  }

  @Test
  void aScanAnswersEverythingOnce() throws XAException {
    prepare(ONE, "a");
    prepare(TWO, "b");
    sendAndEnd(xid(3), "not prepared");

    assertThat(recovered()).containsExactly(ONE, TWO);
    assertThat(recovered()).containsExactly(ONE, TWO);
    assertThat(resource.recover(TMSTARTRSCAN)).containsExactly(ONE, TWO);
    assertThat(resource.recover(TMNOFLAGS)).isEmpty();
    assertThat(resource.recover(TMENDRSCAN)).isEmpty();
    assertThat(codeOf(() -> resource.recover(TMNOFLAGS))).isEqualTo(XAER_INVAL);
    assertThat(codeOf(() -> resource.recover(TMENDRSCAN))).isEqualTo(XAER_INVAL);
  }

  @Test
  void moreBranchesThanAPageAreRecovered() throws XAException {
    List<Xid> all = new ArrayList<>();
    for (int i = 0; i < 2_100; i++) {
      all.add(xid(i));
      prepare(xid(i), "m");
    }

    assertThat(recovered()).containsExactlyElementsOf(all);
  }

  @Test
  void anySessionEndsWhatAnotherPrepared() throws XAException {
    prepare(ONE, "a");
    session.close();
    XaSession other = manager.openSession();

    assertThat(other.resource().recover(TMSTARTRSCAN | TMENDRSCAN)).containsExactly(ONE);
    other.resource().commit(ONE, false);

    assertThat(bodies()).containsExactly("a");
  }

  @Test
  void whatIsPreparedSurvivesARestartAndNothingElseDoes() throws XAException {
    prepare(ONE, "a");
    sendAndEnd(TWO, "b");
    send(xid(3), "c");

    reopen();

    assertThat(recovered()).containsExactly(ONE);
    assertThat(codeOf(() -> resource.commit(TWO, false))).isEqualTo(XAER_NOTA);
    resource.commit(ONE, false);
    assertThat(bodies()).containsExactly("a");
  }

  @Test
  void twoResourcesOfOneStoreAreOneManager() {
    XaResourceManager otherManager = new XaResourceManager(store, clock);

    assertThat(sameAs(manager.openSession().resource())).isTrue();
    assertThat(sameAs(otherManager.openSession().resource())).isFalse();
    assertThat(sameAs(null)).isFalse();
  }

  private boolean sameAs(XAResource other) {
    try {
      return resource.isSameRM(other);
    } catch (XAException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aTimeoutRollsBackWhatIsNotPrepared() throws XAException {
    assertThat(resource.setTransactionTimeout(5)).isTrue();
    assertThat(resource.getTransactionTimeout()).isEqualTo(5);
    prepare(ONE, "prepared in time");
    sendAndEnd(TWO, "too late");
    send(xid(3), "still in work");

    clock.advance(Duration.ofSeconds(6));

    assertThatIllegalStateException()
        .isThrownBy(() -> session.transaction())
        .withMessageContaining("XA_RBTIMEOUT");
    assertThat(codeOf(() -> resource.end(xid(3), TMSUCCESS))).isEqualTo(XA_RBTIMEOUT);
    resource.rollback(xid(3));
    assertThat(codeOf(() -> resource.prepare(TWO))).isEqualTo(XA_RBTIMEOUT);
    assertThat(codeOf(() -> resource.prepare(TWO))).isEqualTo(XAER_NOTA);
    resource.commit(ONE, false);
    assertThat(bodies()).containsExactly("prepared in time");
  }

  @Test
  void aTimeoutIsNotNegativeAndNoneByDefault() throws XAException {
    assertThat(resource.getTransactionTimeout()).isZero();
    assertThat(codeOf(() -> resource.setTransactionTimeout(-1))).isEqualTo(XAER_INVAL);
    sendAndEnd(ONE, "a");
    clock.advance(Duration.ofDays(300));

    resource.commit(ONE, true);

    assertThat(bodies()).containsExactly("a");
  }

  @Test
  void aForcedOutcomeIsToldUntilItIsForgotten() throws XAException {
    prepare(ONE, "a");
    prepare(TWO, "b");
    store.dtx().forceCommit(BranchXid.branch(ONE), receipt -> {});
    store.dtx().forceRollback(BranchXid.branch(TWO));
    reopen();

    assertThat(recovered()).containsExactly(ONE, TWO);
    for (boolean commits : new boolean[] {true, false}) {
      assertThat(codeOf(() -> tell(ONE, commits))).isEqualTo(XA_HEURCOM);
      assertThat(codeOf(() -> tell(TWO, commits))).isEqualTo(XA_HEURRB);
    }
    resource.forget(ONE);
    resource.forget(TWO);
    assertThat(recovered()).isEmpty();
    assertThat(codeOf(() -> resource.forget(ONE))).isEqualTo(XAER_NOTA);
    assertThat(bodies()).containsExactly("a");
  }

  private void tell(Xid xid, boolean commits) throws XAException {
    if (commits) {
      resource.commit(xid, false);
    } else {
      resource.rollback(xid);
    }
  }

  @Test
  void whatHasNoForcedOutcomeIsNotForgotten() throws XAException {
    prepare(ONE, "a");
    sendAndEnd(TWO, "b");

    assertThat(codeOf(() -> resource.forget(ONE))).isEqualTo(XAER_PROTO);
    assertThat(codeOf(() -> resource.forget(TWO))).isEqualTo(XAER_PROTO);

    resource.commit(ONE, false);
    resource.commit(TWO, true);
    assertThat(bodies()).containsExactly("a", "b");
  }

  @Test
  void theOrderOfAQueueIsThatOfTheCommits() throws XAException {
    prepare(ONE, "a");
    prepare(TWO, "b");

    resource.commit(TWO, false);
    resource.commit(ONE, false);

    assertThat(bodies()).containsExactly("b", "a");
  }
}
