package io.levee.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.levee.store.BranchInfo;

/**
 * A branch as {@code levee xa list --json} prints it.
 *
 * @param id its name, as the other commands take it
 * @param state the name of its {@link BranchInfo.State}
 * @param preparedAt when it was prepared, in UTC
 * @param endedAt when an operator ended it; left out when nobody did
 * @param operations how many it asked for
 * @param bytes about how many its commit writes; 0 after its end
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BranchFigures(
    String id, String state, String preparedAt, String endedAt, int operations, long bytes) {

  static BranchFigures of(BranchInfo branch) {
    return new BranchFigures(
        branch.id().toString(),
        branch.state().name(),
        BranchLine.iso(branch.preparedAtMillis()),
        branch.endedAtMillis().isPresent()
            ? BranchLine.iso(branch.endedAtMillis().getAsLong())
            : null,
        branch.operations(),
        branch.bytes());
  }
}
