package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.leveldb.Housekeeper.Stop;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.key.Keys;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Erases streamed bodies that no message had taken when the store was last closed, or died. */
final class LeftOverContentChore implements Housekeeper.Chore {

  private final Access access;
  private final Engine engine;
  private final Set<Long> contents;

  LeftOverContentChore(Access access, Engine engine, Collection<Long> contents) {
    this.access = access;
    this.engine = engine;
    this.contents = new LinkedHashSet<>(contents);
  }

  @Override
  public void run(Stop stopping) {
    FirstFailure failure = new FirstFailure();
    for (long contentId : List.copyOf(contents)) {
      if (!stopping.isAsked()) {
        failure.keep(() -> erase(contentId));
      }
    }
    failure.rethrow();
  }

  /** What cannot be erased now stays, and comes up again. */
  private void erase(long contentId) {
    access.execute(new Intent.AbandonContent(contentId, chunkCount(contentId)));
    contents.remove(contentId);
  }

  /**
   * Chunks are written in order, so that those which are there have no gap: the first that is
   * missing is found by doubling and halving, and a large body is not read to be erased.
   */
  private int chunkCount(long contentId) {
    int present = 0; // that many are known to be there
    int missing = 1; // so many are too many, once the first loop ends
    while (isStored(contentId, missing - 1)) {
      present = missing;
      missing *= 2;
    }
    while (missing - present > 1) {
      int middle = (present + missing) >>> 1;
      if (isStored(contentId, middle - 1)) {
        present = middle;
      } else {
        missing = middle;
      }
    }
    return present;
  }

  private boolean isStored(long contentId, int ordinal) {
    return engine.get(Keys.chunk(contentId, ordinal)).isPresent();
  }
}
