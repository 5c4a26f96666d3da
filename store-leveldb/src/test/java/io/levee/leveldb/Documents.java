package io.levee.leveldb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The documents of this repository, and its sources, as tests compare them. */
public final class Documents {

  private static final Set<String> NOT_SOURCES = Set.of("target", ".git");
  private static final Path ROOT = root();

  private Documents() {}

  /** The modules lie beside the documents; tests run in the directory of their module. */
  private static Path root() {
    Path directory = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    while (!Files.isDirectory(directory.resolve("docs"))) {
      directory = directory.getParent();
    }
    return directory;
  }

  /** The file of the document called {@code name}. */
  public static Path path(String name) {
    return ROOT.resolve("docs").resolve(name);
  }

  /** The text of the document called {@code name}. */
  public static String text(String name) {
    return read(path(name));
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cells of every row of the first table under a heading, without its head. */
  public static List<List<String>> table(String document, String heading) {
    List<List<String>> rows = new ArrayList<>();
    String section = document.substring(document.indexOf("\n" + heading + "\n"));
    for (String line : section.lines().dropWhile(line -> !line.startsWith("|")).toList()) {
      if (!line.startsWith("|")) {
        break;
      }
      rows.add(Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList());
    }
    return rows.subList(2, rows.size());
  }

  /** Every Java source of every module. */
  static List<Path> javaSources() {
    List<Path> sources = new ArrayList<>();
    try {
      Files.walkFileTree(
          ROOT,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes a) {
              boolean skipped = NOT_SOURCES.contains(directory.getFileName().toString());
              return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes a) {
              if (file.getFileName().toString().endsWith(".java")) {
                sources.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sources;
  }
}
