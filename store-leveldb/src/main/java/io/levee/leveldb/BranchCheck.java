package io.levee.leveldb;

import io.levee.leveldb.key.BranchRecord;
import io.levee.leveldb.key.HoldRecord;
import io.levee.leveldb.key.KeyFamily;
import io.levee.leveldb.key.KeyText;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.PreparedRecord;
import io.levee.store.BranchInfo.State;
import io.levee.store.BranchOperation.Kind;
import io.levee.store.Position;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The part of {@link StoreCheck} that looks at branches, what they promise and what they hold. */
final class BranchCheck {

  private final SurvivingRecords records;
  private final CheckFindings findings;
  private final BodyCheck bodies;
  private final Map<Long, BranchRecord> branches = new HashMap<>();
  private final Set<Long> promising = new HashSet<>();
  private final Set<Position> held = new HashSet<>();

  BranchCheck(SurvivingRecords records, CheckFindings findings, BodyCheck bodies) {
    this.records = records;
    this.findings = findings;
    this.bodies = bodies;
  }

  /** Looks at every branch, and tells {@code bodies} which they own. */
  void run() {
    Keys.branchFences().stream()
        .filter(fence -> records.isMissing(fence))
        .forEach(fence -> findings.add("the fence %s is missing".formatted(KeyText.key(fence))));
    records.scan(
        Keys.branches(KeyFamily.BRANCH),
        (key, value) -> {
          branches.put(Keys.branchOf(key), BranchRecord.fromBytes(key, value));
          return true;
        });
    records.scan(
        Keys.branches(KeyFamily.PREPARED),
        (key, value) -> {
          checkOwner(key);
          checkPrepared(key, PreparedRecord.fromBytes(key, value));
          return true;
        });
    records.scan(
        Keys.branches(KeyFamily.HOLD),
        (key, value) -> {
          checkOwner(key);
          checkHold(key, HoldRecord.fromBytes(key, value));
          return true;
        });
    branches.forEach(this::checkPromise);
  }

  private void checkOwner(byte[] key) {
    BranchRecord branch = branches.get(Keys.branchOf(key));
    promising.add(Keys.branchOf(key));
    if (branch == null && findings.isDamaged(KeyFamily.BRANCH)) {
      return; // its branch may be what was lost
    }
    if (branch == null || branch.state() != State.PREPARED) {
      findings.add("%s belongs to no prepared branch".formatted(KeyText.key(key)));
    } else if (Keys.ordinalOfOperation(key) >= branch.operations()) {
      findings.add(
          "%s is beyond the %d operations of its branch"
              .formatted(KeyText.key(key), branch.operations()));
    }
  }

  private void checkPrepared(byte[] key, PreparedRecord message) {
    bodies.check(KeyText.key(key), message.entry());
    checkNeeds(key, message.destinationId());
  }

  private void checkHold(byte[] key, HoldRecord hold) {
    checkNeeds(key, hold.position().destinationId());
    if (hold.targetId() != 0) {
      checkNeeds(key, hold.targetId());
    }
    if (hold.kind() == Kind.SETTLE) {
      return; // others may have taken the message from every subscription
    }
    if (!held.add(hold.position())) {
      findings.add(
          "%s holds the message at %s, which is held twice"
              .formatted(KeyText.key(key), hold.position()));
    }
    if (records.isMissing(Keys.entry(hold.position())) && !findings.isDamaged(KeyFamily.ENTRY)) {
      findings.add(
          "%s holds the message at %s, which is gone".formatted(KeyText.key(key), hold.position()));
    }
  }

  private void checkNeeds(byte[] key, int destinationId) {
    BranchRecord branch = branches.get(Keys.branchOf(key));
    if (branch != null && !branch.destinations().contains(destinationId)) {
      findings.add(
          "%s needs destination %d, which its branch does not name"
              .formatted(KeyText.key(key), destinationId));
    }
  }

  private void checkPromise(long number, BranchRecord branch) {
    if (branch.state() == State.PREPARED && !promising.contains(number) && arePromisesKnown()) {
      findings.add("the prepared branch %s promises nothing".formatted(branch.id()));
    }
    for (int destinationId : branch.destinations()) {
      if (records.isMissing(Keys.counters(destinationId))) {
        findings.add(
            "the branch %s needs destination %d, which is gone"
                .formatted(branch.id(), destinationId));
      }
    }
  }

  private boolean arePromisesKnown() {
    return !findings.isDamaged(KeyFamily.PREPARED) && !findings.isDamaged(KeyFamily.HOLD);
  }
}
