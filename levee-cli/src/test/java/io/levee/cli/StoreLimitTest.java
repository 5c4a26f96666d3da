package io.levee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.cli.StoreBroker.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The size of the store at which producers wait. */
final class StoreLimitTest {

  @TempDir private Path directory;

  private Settings settings(long storeLimitBytes) {
    return new Settings(directory, "127.0.0.1", 0, 0, storeLimitBytes, 0, false);
  }

  /** Otherwise a broker that starts on a disk that is half full lets nobody send for ever. */
  @Test
  void whatIsStoredAlreadyDoesNotCountAgainstWhatIsFree() throws IOException {
    Path store = Files.createDirectories(directory.resolve("store"));
    Files.write(store.resolve("000005.sst"), new byte[3_000]);
    assertThat(StoreBroker.storeLimitBytes(settings(0), 1_000)).isEqualTo(4_000);
  }

  @Test
  void aLimitThatWasAskedForIsTheLimit() throws IOException {
    assertThat(StoreBroker.storeLimitBytes(settings(77), 1_000)).isEqualTo(77);
  }
}
