package io.levee.leveldb.change;

import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.PreparedRecord;
import java.util.Map;

/**
 * A branch was prepared.
 *
 * @param branch the branch, with what it holds
 * @param messages what it will store, by ordinal; their bodies are written already
 */
public record BranchPrepared(BranchImage branch, Map<Integer, PreparedRecord> messages)
    implements Change {

  @Override
  public void writeTo(WriteSet out) {
    byte[] branchKey = Keys.branch(branch.number());
    out.put(branchKey, branch.record().toBytes(branchKey));
    messages.forEach(
        (ordinal, message) -> {
          byte[] key = Keys.prepared(branch.number(), ordinal);
          out.put(key, message.toBytes(key));
        });
    branch
        .holds()
        .forEach(
            (ordinal, held) -> {
              byte[] key = Keys.hold(branch.number(), ordinal);
              out.put(key, held.record().toBytes(key));
            });
  }

  @Override
  public void applyTo(Image image) {
    image.addBranch(branch);
  }
}
