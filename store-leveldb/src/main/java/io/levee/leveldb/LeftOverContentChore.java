package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.leveldb.Housekeeper.Stop;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.key.Keys;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;

/** Erases streamed bodies that no message had taken when the store was last closed, or died. */
final class LeftOverContentChore implements Housekeeper.Chore {

  private final LevelDbMessageStore store;
  private final Engine engine;
  private final Queue<Long> contents;

  LeftOverContentChore(LevelDbMessageStore store, Engine engine, Collection<Long> contents) {
    this.store = store;
    this.engine = engine;
    this.contents = new ArrayDeque<>(contents);
  }

  @Override
  public void run(Stop stopping) {
    while (!contents.isEmpty() && !stopping.isAsked()) {
      long contentId = contents.peek();
      store.execute(new Intent.AbandonContent(contentId, chunkCount(contentId)));
      contents.remove();
    }
  }

  private int chunkCount(long contentId) {
    int[] count = {0};
    engine.scan(
        Keys.chunks(contentId, contentId),
        (key, value) -> {
          count[0] = Keys.ordinalOfChunk(key) + 1;
          return true;
        });
    return count[0];
  }
}
