package io.levee.dtx;

import static javax.transaction.xa.XAException.XAER_NOTA;
import static javax.transaction.xa.XAException.XAER_RMERR;
import static javax.transaction.xa.XAException.XAER_RMFAIL;
import static javax.transaction.xa.XAException.XA_RBINTEGRITY;
import static javax.transaction.xa.XAException.XA_RBTRANSIENT;
import static javax.transaction.xa.XAResource.TMNOFLAGS;
import static javax.transaction.xa.XAResource.TMSUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import io.levee.store.StoreTransaction;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a resource answers when the store refuses, fails, or is gone. */
class XaFailureTest extends XaCase {

  @Test
  void whatTheStoreRefusesRollsTheBranchBack() throws XAException {
    Message twin = message("a").withIdentity(new MessageIdentity(Bytes.utf8("p"), 1));
    StoreTransaction first = store.begin();
    first.enqueue(ORDERS, twin);
    first.commit();

    resource.start(ONE, TMNOFLAGS);
    session.transaction().enqueue(ORDERS, message("with it"));
    session.transaction().enqueue(ORDERS, twin);
    resource.end(ONE, TMSUCCESS);
    assertThat(codeOf(() -> resource.prepare(ONE))).isEqualTo(XA_RBINTEGRITY);

    resource.start(TWO, TMNOFLAGS);
    session.transaction().enqueue(Destination.queue("nowhere"), message("b"));
    resource.end(TWO, TMSUCCESS);
    assertThat(codeOf(() -> resource.commit(TWO, true))).isEqualTo(XA_RBINTEGRITY);

    assertThat(bodies()).containsExactly("a");
    assertThat(recovered()).isEmpty();
    assertThat(codeOf(() -> resource.rollback(ONE))).isEqualTo(XAER_NOTA);
  }

  @Test
  void whatAnotherBranchHoldsCanBeTriedLater() throws XAException {
    Position order = put("a");
    resource.start(ONE, TMNOFLAGS);
    session.transaction().acknowledge(order);
    resource.end(ONE, TMSUCCESS);
    resource.prepare(ONE);

    resource.start(TWO, TMNOFLAGS);
    session.transaction().acknowledge(order);
    resource.end(TWO, TMSUCCESS);
    assertThat(codeOf(() -> resource.prepare(TWO))).isEqualTo(XA_RBTRANSIENT);

    resource.rollback(ONE);
    assertThat(bodies()).containsExactly("a");
  }

  @Test
  void aBranchBeyondTheLimitIsRefusedBeforeItsPrepareAndNothingIsWritten() throws XAException {
    resource.start(ONE, TMNOFLAGS);
    StoreTransaction work = session.transaction();
    Message large = Message.of(Bytes.EMPTY, Bytes.wrap(new byte[1 << 20]));
    work.enqueue(ORDERS, large);

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> work.enqueue(ORDERS, large))
        .matches(refusal -> refusal.code() == Code.TRANSACTION_TOO_LARGE);

    resource.end(ONE, TMSUCCESS);
    resource.rollback(ONE);
    assertThat(store.find(ORDERS).orElseThrow().messageCount()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aWriteThatFailsAtThePrepareLeavesNothingVisible(boolean applied) throws XAException {
    sendAndEnd(ONE, "a");
    fail(applied);

    assertThat(codeOf(() -> resource.prepare(ONE))).isEqualTo(XAER_RMERR);
    assertThat(codeOf(() -> resource.rollback(ONE))).isEqualTo(XAER_RMFAIL);
    reopen();

    assertThat(bodies()).isEmpty();
    assertThat(recovered()).hasSize(applied ? 1 : 0);
    if (applied) {
      resource.rollback(ONE);
    }
    assertThat(bodies()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aWriteThatFailsAtTheCommitIsToldAgainAfterTheRestart(boolean applied) throws XAException {
    prepare(ONE, "a");
    fail(applied);

    assertThat(codeOf(() -> resource.commit(ONE, false))).isEqualTo(XAER_RMFAIL);
    assertThat(codeOf(() -> resource.recover(XAResource.TMSTARTRSCAN))).isEqualTo(XAER_RMFAIL);
    reopen();

    if (applied) {
      assertThat(codeOf(() -> resource.commit(ONE, false))).isEqualTo(XAER_NOTA);
    } else {
      assertThat(recovered()).containsExactly(ONE);
      resource.commit(ONE, false);
    }
    assertThat(bodies()).containsExactly("a");
    assertThat(recovered()).isEmpty();
  }

  private void fail(boolean applied) {
    if (applied) {
      engine.failAfter(1);
    } else {
      engine.failBefore(1);
    }
  }

  @Test
  void aClosedStoreIsUnavailable() throws XAException {
    prepare(ONE, "a");
    sendAndEnd(TWO, "b");
    store.close();

    assertThat(codeOf(() -> resource.prepare(TWO))).isEqualTo(XAER_RMFAIL);
    assertThat(codeOf(() -> resource.commit(ONE, false))).isEqualTo(XAER_RMFAIL);
    assertThat(codeOf(() -> resource.rollback(ONE))).isEqualTo(XAER_RMFAIL);
    assertThat(codeOf(() -> resource.forget(ONE))).isEqualTo(XAER_RMFAIL);
    assertThat(codeOf(() -> resource.start(xid(3), TMNOFLAGS))).isEqualTo(XAER_RMFAIL);
    assertThat(codeOf(() -> resource.recover(XAResource.TMSTARTRSCAN))).isEqualTo(XAER_RMFAIL);
  }

  @Test
  void aClosedSessionRollsBackWhatItBeganAndIsUnavailable() throws XAException {
    prepare(ONE, "a");
    send(TWO, "b");
    session.close();

    assertThat(codeOf(() -> resource.end(TWO, TMSUCCESS))).isEqualTo(XAER_RMFAIL);
    XAResource other = manager.openSession().resource();
    assertThat(codeOf(() -> other.end(TWO, TMSUCCESS))).isEqualTo(XAER_NOTA);
    other.commit(ONE, false);
    assertThat(bodies()).containsExactly("a");
  }

  @Test
  void workOutsideABranchIsRefused() {
    assertThatIllegalStateException().isThrownBy(() -> session.transaction());
  }

  @Test
  void theOutcomeIsTheManagersToTell() throws XAException {
    send(ONE, "a");
    StoreTransaction work = session.transaction();

    assertThatIllegalStateException().isThrownBy(work::commit);
    assertThatIllegalStateException().isThrownBy(work::rollback);
    assertThatIllegalStateException().isThrownBy(() -> work.commitAsync(CommitDurability.SYNC));
    assertThatIllegalStateException().isThrownBy(() -> work.beforeVisible(receipt -> {}));

    resource.end(ONE, TMSUCCESS);
    resource.commit(ONE, true);
    assertThat(bodies()).containsExactly("a");
  }
}
