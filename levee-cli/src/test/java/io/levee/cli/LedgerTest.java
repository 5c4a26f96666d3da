package io.levee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.cli.Ledger.Delivery;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What counts as lost and as duplicated. */
final class LedgerTest {

  private final Ledger ledger = new Ledger(3);

  @BeforeEach
  void sendTwoOfThree() {
    ledger.sent(0);
    ledger.sent(1);
  }

  private List<Delivery> deliver(int... ids) {
    return Arrays.stream(ids).mapToObj(ledger::delivered).toList();
  }

  private void assertCounts(long lost, long duplicated) {
    assertThat(ledger.lostCount()).as("lost").isEqualTo(lost);
    assertThat(ledger.duplicatedCount()).as("duplicated").isEqualTo(duplicated);
  }

  @Test
  void whatWasSentAndNeverAcknowledgedIsLost() {
    assertCounts(2, 0);
    ledger.acknowledged(deliver(0));
    assertCounts(1, 0);
    ledger.acknowledged(deliver(1));
    assertCounts(0, 0);
  }

  @Test
  void whatWasDeliveredAndNotAcknowledgedIsLostUnlessItComesAgain() {
    deliver(0, 1);
    assertCounts(2, 0);
    ledger.acknowledged(deliver(0, 1));
    assertCounts(0, 0);
  }

  @Test
  void aSendWithoutAnAnswerIsNeitherLostNorMissed() {
    ledger.acknowledged(deliver(0, 1, 2));
    assertCounts(0, 0);
    assertThat(ledger.sentCount()).isEqualTo(2);
  }

  @Test
  void whatComesAgainAfterAConfirmedAcknowledgementIsDuplicated() {
    ledger.acknowledged(deliver(0, 1));
    deliver(1);
    assertCounts(0, 1);
  }

  @Test
  void aDuplicateInTheSameCommitIsDuplicated() {
    ledger.acknowledged(deliver(0, 0, 1));
    assertCounts(0, 1);
  }

  @Test
  void aCommitInDoubtOfWhichNothingComesAgainHasHappened() {
    ledger.inDoubt(deliver(0, 1));
    assertCounts(0, 0);
    assertThat(ledger.acknowledgedInDoubtCount()).isEqualTo(2);
  }

  @Test
  void aCommitInDoubtOfWhichAllComesAgainHasNotHappened() {
    ledger.inDoubt(deliver(0, 1));
    ledger.acknowledged(deliver(0, 1));
    assertCounts(0, 0);
    assertThat(ledger.acknowledgedInDoubtCount()).isZero();
  }

  @Test
  void aCommitInDoubtOfWhichAPartComesAgainHasLostTheOtherPart() {
    ledger.inDoubt(deliver(0, 1));
    ledger.acknowledged(deliver(0));
    assertCounts(1, 0);
  }

  @Test
  void aMessageMayBeInDoubtAgain() {
    ledger.inDoubt(deliver(0, 1));
    ledger.inDoubt(deliver(0, 1));
    assertCounts(0, 0);
    assertThat(ledger.acknowledgedInDoubtCount()).isEqualTo(2);
  }

  @Test
  void theSecondOfTwoMessagesThatTheProducerMadeIsNoDuplicate() {
    ledger.sentAgain(0);
    ledger.acknowledged(deliver(0, 1));
    deliver(0);
    assertCounts(0, 0);
    deliver(0);
    assertCounts(0, 1);
  }
}
