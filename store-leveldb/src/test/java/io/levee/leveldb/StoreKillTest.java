package io.levee.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Engine;
import io.levee.leveldb.engine.LevelDbEngine;
import io.levee.store.MessageStore;
import io.levee.store.PageRequest;
import io.levee.testkit.ForkedJvm;
import io.levee.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process at work is killed, again and again on one directory; what it was answered holds. */
class StoreKillTest {

  private static final int KILLS = Integer.getInteger("levee.kills", 5);
  private static final long NUMBERS_PER_ROUND = 1_000_000;
  private static final StoreOptions OPTIONS = StoreOptions.DEFAULT.withDiskReserveBytes(0);

  @TempDir private Path directory;

  private final Set<String> stored = new HashSet<>();
  private final Set<String> acknowledged = new HashSet<>();

  @Test
  void acknowledgedSendsSurviveAndAcknowledgedAcksStayGone() throws IOException {
    Random random = new Random(Seeds.next());
    for (int round = 0; round < KILLS; round++) {
      killInTheMiddle(round * NUMBERS_PER_ROUND, 50 + random.nextInt(400));

      assertThat(faults()).isEmpty();
      Set<String> present = present();
      assertThat(present).doesNotContainAnyElementsOf(acknowledged);
      Set<String> missing = new HashSet<>(stored);
      missing.removeAll(present);
      missing.removeAll(acknowledged);
      // The consumer may have been answered and killed before it could say so: one at most.
      assertThat(missing).hasSizeLessThanOrEqualTo(1);
      acknowledged.addAll(missing);
    }
    assertThat(acknowledged).isNotEmpty();
  }

  private void killInTheMiddle(long firstNumber, int answers) throws IOException {
    String first = Long.toString(firstNumber);
    try (ForkedJvm process = ForkedJvm.start(KilledStore.class, directory.toString(), first)) {
      process.awaitLine("working");
      for (int i = 0; i < answers; i++) {
        process.awaitLine("stored ");
      }
      process.kill();
      for (String line : process.readAll()) {
        note(line);
      }
    }
  }

  private void note(String line) {
    if (line.startsWith("stored ")) {
      stored.add(line.substring("stored ".length()));
    } else if (line.startsWith("acked ")) {
      acknowledged.add(line.substring("acked ".length()));
    }
  }

  private List<String> faults() {
    try (Engine engine = LevelDbEngine.open(directory, OPTIONS.engineOptions()).engine()) {
      return StoreCheck.faults(engine);
    }
  }

  private Set<String> present() {
    try (MessageStore store = LevelDbMessageStore.open(directory, OPTIONS)) {
      List<String> names = new ArrayList<>();
      long after = 0;
      boolean more = true;
      while (more) {
        var page = store.browse(KilledStore.QUEUE, PageRequest.after(after, 1000));
        for (var message : page.items()) {
          names.add(message.header().toUtf8());
          after = message.position().sequence();
        }
        more = page.more();
      }
      assertThat(names).doesNotHaveDuplicates();
      return new HashSet<>(names);
    }
  }
}
