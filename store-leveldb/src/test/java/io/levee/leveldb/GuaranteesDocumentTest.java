package io.levee.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every promise in {@code docs/guarantees.md} names tests that are there. */
class GuaranteesDocumentTest {

  private static final String DOCUMENT = Documents.text("guarantees.md");
  private static final Pattern NAMED_TEST = Pattern.compile("\\b([A-Z]\\w*#\\w+)");
  private static final Pattern TEST_METHOD =
      Pattern.compile(
          "@(?:Parameterized|Repeated)?Test\\b(?:(?!\\bvoid\\b).)*\\bvoid (\\w+)\\(",
          Pattern.DOTALL);

  @Test
  void everyTestThatIsNamedIsThere() {
    Set<String> named = matches(NAMED_TEST, DOCUMENT);

    assertThat(named).hasSizeGreaterThan(20).isSubsetOf(testsOfAllModules());
  }

  @Test
  void everyPromiseNamesATest() {
    List<String> rows = DOCUMENT.lines().filter(line -> line.startsWith("| P")).toList();

    assertThat(rows)
        .isNotEmpty()
        .allSatisfy(row -> assertThat(matches(NAMED_TEST, row)).as(row).isNotEmpty());
  }

  private static Set<String> testsOfAllModules() {
    Set<String> tests = new TreeSet<>();
    for (Path source : Documents.javaSources()) {
      String className = source.getFileName().toString().replace(".java", "");
      matches(TEST_METHOD, Documents.read(source))
          .forEach(method -> tests.add(className + "#" + method));
    }
    return tests;
  }

  private static Set<String> matches(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toSet());
  }
}
