package io.levee.cli;

import static io.levee.cli.BranchStore.branch;
import static org.assertj.core.api.Assertions.assertThat;

import io.levee.engine.Batch;
import io.levee.engine.Durability;
import io.levee.engine.Engine;
import io.levee.leveldb.key.Keys;
import io.levee.testkit.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Branches that an operator ends. */
final class XaEndTest {

  private static final String CAUTION =
      "The transaction manager may decide otherwise. The outcome is remembered until it is"
          + " forgotten.";

  @TempDir private Path directory;
  private BranchStore branches;

  @BeforeEach
  void prepareThree() throws IOException {
    branches = new BranchStore(directory);
    branches.prepare("a", "b", "c");
  }

  private void assertInDoubt(int count) {
    assertThat(Levee.run("xa", "list", directory).out())
        .filteredOn(line -> line.contains("  in doubt since "))
        .hasSize(count);
  }

  private static void assertRefused(Levee.Result result, int status, String... said) {
    assertThat(result.err()).singleElement().asString().contains(said);
    assertThat(result.out()).isEmpty();
    assertThat(result.status()).isEqualTo(status);
  }

  @Test
  void branchesAreCommittedByTheirNames() throws IOException {
    Levee.Result result = Levee.run("xa", "commit", directory, branch(3), branch(1), "--yes");

    assertThat(result.err()).containsExactly(CAUTION);
    assertThat(result.out())
        .containsExactly(
            "committed  7:747833:62  1 operation, 772 bytes",
            "committed  7:747831:62  1 operation, 772 bytes",
            "2 branches committed in " + directory);
    assertThat(result.status()).isEqualTo(Exit.DONE);
    assertThat(branches.bodies()).containsExactly("c", "a");
    assertInDoubt(1);
  }

  @Test
  void aBranchIsRolledBackByItsName() throws IOException {
    Levee.Result result = Levee.run("xa", "rollback", directory, branch(2), "--yes");

    assertThat(result.err()).containsExactly(CAUTION);
    assertThat(result.out())
        .containsExactly(
            "rolled back  7:747832:62  1 operation, 772 bytes",
            "1 branch rolled back in " + directory);
    assertThat(result.status()).isEqualTo(Exit.DONE);
    assertThat(branches.bodies()).isEmpty();
    assertInDoubt(2);
  }

  @Test
  void allAreThoseInDoubtAndEachIsTold() throws IOException {
    Levee.run("xa", "rollback", directory, branch(2), "--yes");

    Levee.Result result = Levee.run("xa", "commit", directory, "--all", "--yes");

    assertThat(result.out())
        .containsExactly(
            "committed  7:747831:62  1 operation, 772 bytes",
            "committed  7:747833:62  1 operation, 772 bytes",
            "2 branches committed in " + directory);
    assertThat(branches.bodies()).containsExactly("a", "c");
    Levee.Result again = Levee.run("xa", "commit", directory, "--all", "--yes");
    assertThat(again.out()).containsExactly("no branches in doubt in " + directory);
    assertThat(again.status()).isEqualTo(Exit.DONE);
  }

  @Test
  void moreThanAPageOfBranchesAreEndedAtOnce() throws IOException {
    branches.open(store -> store.dtx().forceCommit(branch(1), receipt -> {}));
    BranchStore many = new BranchStore(directory.resolve("store"));
    many.prepare("x".repeat(1_001).split(""));

    assertThat(Levee.run("xa", "rollback", directory, "--all", "--yes").lastLine())
        .startsWith("1,001 branches rolled back in ");
    assertThat(Levee.run("xa", "forget", directory, "--all").lastLine())
        .startsWith("1,001 branches forgotten in ");
    assertThat(Levee.run("xa", "list", directory).out()).hasSize(1);
    assertThat(many.bodies()).isEmpty();
  }

  @Test
  void whatAnOperatorEndedIsForgotten() {
    Levee.run("xa", "commit", directory, "--all", "--yes");

    Levee.Result one = Levee.run("xa", "forget", directory, branch(2));
    assertThat(one.err()).isEmpty();
    assertThat(one.out())
        .containsExactly(
            "forgotten  7:747832:62  1 operation, 0 bytes", "1 branch forgotten in " + directory);
    assertThat(Levee.run("xa", "forget", directory, "--all").lastLine())
        .isEqualTo("2 branches forgotten in " + directory);
    Levee.Result none = Levee.run("xa", "forget", directory, "--all");
    assertThat(none.out()).containsExactly("no branches ended by an operator in " + directory);
    assertThat(none.status()).isEqualTo(Exit.DONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"commit", "rollback"})
  void withoutATerminalTheWordMustBeGiven(String command) {
    Levee.Result result = Levee.run("xa", command, directory, "--all");

    assertRefused(
        result, Exit.USAGE, "there is no terminal to ask at; give --yes", "may decide otherwise");
    assertInDoubt(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"show", "commit", "rollback", "forget"})
  void aNameThatIsNoneAndOneThatIsUnknownAreRefused(String command) {
    String[] yes = command.matches("commit|rollback") ? new String[] {"--yes"} : new String[0];

    assertRefused(
        run(yes, "xa", command, directory, "7:74"), Exit.USAGE, "7:74", "levee xa list prints");
    assertRefused(
        run(yes, "xa", command, directory, "7:xyz:"), Exit.USAGE, "7:xyz: is not a branch");
    assertRefused(
        run(yes, "xa", command, directory, branch(9)),
        Exit.FAILED,
        "no branch 7:747839:62 in " + directory,
        "levee xa list shows which there are");
    assertInDoubt(3);
  }

  private static Levee.Result run(String[] more, Object... args) {
    List<Object> all = new ArrayList<>(List.of(args));
    all.addAll(List.of(more));
    return Levee.run(all.toArray());
  }

  @Test
  void oneNameThatIsRefusedSparesTheOthers() {
    assertRefused(
        Levee.run("xa", "commit", directory, branch(1), branch(9), "--yes"),
        Exit.FAILED,
        "no branch 7:747839:62");
    Levee.run("xa", "rollback", directory, branch(2), "--yes");
    assertRefused(
        Levee.run("xa", "commit", directory, branch(1), branch(2), "--yes"),
        Exit.FAILED,
        "the branch 7:747832:62 was rolled back by an operator at 20",
        "forget it");
    assertRefused(
        Levee.run("xa", "forget", directory, branch(2), branch(1)),
        Exit.FAILED,
        "the branch 7:747831:62 is in doubt; commit it or roll it back first");
    assertInDoubt(2);
  }

  @Test
  void eitherNamesOrAllAreGiven() {
    assertRefused(
        Levee.run("xa", "commit", directory, "--yes"), Exit.USAGE, "name branches, or give --all");
    assertRefused(
        Levee.run("xa", "rollback", directory, branch(1), "--all", "--yes"),
        Exit.USAGE,
        "name branches, or give --all");
    assertRefused(Levee.run("xa", "forget", directory), Exit.USAGE, "name branches");
    assertThat(Levee.run("xa").err()).anyMatch(line -> line.contains("rollback"));
    assertThat(Levee.run("xa").status()).isEqualTo(Exit.USAGE);
    assertInDoubt(3);
  }

  @Test
  void aDamagedBranchEndsTheWorkAndWhatIsDoneIsSaid() throws IOException {
    try (Engine engine = new StorePlace(directory, System.err::println).openEngine()) {
      Batch damage = new Batch();
      damage.put(Keys.prepared(2, 0), new byte[] {1, 2, 3, 4, 5, 6});
      engine.write(damage, Durability.SYNC);
    }

    Levee.Result result = Levee.run("xa", "commit", directory, "--all", "--yes");

    assertThat(result.out()).containsExactly("committed  7:747831:62  1 operation, 772 bytes");
    assertThat(result.err()).hasSize(2);
    assertThat(result.err().get(1))
        .startsWith("levee xa commit: 1 branch committed, then: ")
        .contains("PREPARED 2");
    assertThat(result.status()).isEqualTo(Exit.BAD);
    Levee.Result again = Levee.run("xa", "commit", directory, branch(2), "--yes");
    assertThat(again.status()).isEqualTo(Exit.FAILED);
    assertInDoubt(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "show", "commit", "rollback", "forget"})
  void aStoreThatIsMissingOrDamagedOrOpenIsLeftAlone(String command) throws IOException {
    String[] args =
        switch (command) {
          case "list" -> new String[] {};
          case "show", "forget" -> new String[] {branch(1).toString()};
          default -> new String[] {branch(1).toString(), "--yes"};
        };
    Path missing = directory.resolve("missing");
    assertRefused(run(args, "xa", command, missing), Exit.FAILED, "no Levee store in " + missing);
    assertThat(missing).doesNotExist();
    assertThat(branches.<Levee.Result>open(store -> run(args, "xa", command, directory)))
        .satisfies(result -> assertRefused(result, Exit.FAILED, directory + " is already open"));
    assertInDoubt(3);
    Files.delete(directory.resolve("CURRENT"));
    assertRefused(
        run(args, "xa", command, directory), Exit.FAILED, "CURRENT is missing", "restore a backup");
  }

  @Test
  void theOutcomeIsNotedInTheLog() throws IOException {
    try (ForkedJvm levee =
        ForkedJvm.start(
            Main.class, "xa", "commit", directory.toString(), branch(1).toString(), "--yes")) {
      assertThat(levee.readAll())
          .anyMatch(
              line ->
                  line.endsWith(
                      "WARN XaCommand - Branch 7:747831:62 committed on an operator's word:"
                          + " 1 operation, 772 bytes, in "
                          + directory));
      assertThat(levee.exitCode()).isEqualTo(Exit.DONE);
    }
    assertThat(branches.bodies()).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "no", ""})
  void atATerminalTheOperatorIsAsked(String answer) throws IOException {
    try (ForkedJvm levee =
        ForkedJvm.start(
            List.of("-Dlevee.answers=true"),
            Main.class,
            "xa",
            "rollback",
            directory.toString(),
            "--all")) {
      levee.awaitLine(CAUTION);
      levee.sendLine(answer);
      String question = "Roll back 3 branches in doubt in " + directory + "? Type yes to go on: ";
      assertThat(levee.readAll()).anyMatch(line -> line.startsWith(question));
      assertThat(levee.exitCode()).isEqualTo(answer.equals("yes") ? Exit.DONE : Exit.FAILED);
    }
    assertInDoubt(answer.equals("yes") ? 0 : 3);
  }
}
