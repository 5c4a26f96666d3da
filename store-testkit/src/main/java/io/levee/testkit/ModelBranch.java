package io.levee.testkit;

import io.levee.store.BranchId;
import io.levee.store.BranchInfo;
import io.levee.store.BranchInfo.State;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** A branch of the model: what it promised, by the ordinal of the operation. */
record ModelBranch(
    BranchId id,
    long number,
    State state,
    long preparedAtMillis,
    long endedAtMillis,
    int operations,
    SortedMap<Integer, ModelPromise> promises) {

  ModelBranch forced(State outcome, long nowMillis) {
    return new ModelBranch(
        id, number, outcome, preparedAtMillis, nowMillis, operations, new TreeMap<>());
  }

  BranchInfo info() {
    OptionalLong ended = endedAtMillis == 0 ? OptionalLong.empty() : OptionalLong.of(endedAtMillis);
    return new BranchInfo(id, number, state, preparedAtMillis, ended, operations, 0);
  }
}
