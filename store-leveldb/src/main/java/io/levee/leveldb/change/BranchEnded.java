package io.levee.leveldb.change;

import io.levee.leveldb.key.BranchRecord;
import io.levee.leveldb.key.Keys;
import java.util.Optional;

/**
 * A branch holds and promises nothing any more: it was committed, rolled back, or forgotten.
 *
 * @param branch the branch as it was
 * @param remembered what stays of it until it is forgotten, when an operator ended it
 */
public record BranchEnded(BranchImage branch, Optional<BranchRecord> remembered) implements Change {

  @Override
  public void writeTo(WriteSet out) {
    byte[] branchKey = Keys.branch(branch.number());
    remembered.ifPresentOrElse(
        record -> out.put(branchKey, record.toBytes(branchKey)), () -> out.delete(branchKey));
    branch.prepared().forEach(ordinal -> out.delete(Keys.prepared(branch.number(), ordinal)));
    branch.holds().keySet().forEach(ordinal -> out.delete(Keys.hold(branch.number(), ordinal)));
  }

  @Override
  public void applyTo(Image image) {
    image.endBranch(branch, remembered);
  }
}
