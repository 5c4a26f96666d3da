package io.levee.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.activemq.store.SharedFileLocker;

/** The lock of a broker's directory. Somebody at a terminal is told why nothing goes on. */
final class AnnouncingLocker extends SharedFileLocker {

  private final Path place;
  private final Consumer<String> whenLocked;

  /**
   * A lock of {@code place}.
   *
   * @param whenLocked told when another broker has it, before the wait; null for no wait
   */
  AnnouncingLocker(Path place, Consumer<String> whenLocked) {
    this.place = place;
    this.whenLocked = whenLocked;
    setDirectory(place.toFile());
  }

  @Override
  public void doStart() throws Exception {
    setFailIfLocked(true);
    try {
      super.doStart();
    } catch (IOException locked) {
      String why = "another broker has " + place;
      if (whenLocked == null) {
        throw new IOException(why, locked);
      }
      whenLocked.accept(why);
      // The file that could not be locked is still in place, and would pass for a locked one.
      doStop(null);
      setFailIfLocked(false);
      super.doStart();
    }
  }
}
