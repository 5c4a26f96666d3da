package io.levee.leveldb.engine;

import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Unpacks the native library once into a directory of ours, and loads it from there.
 *
 * <p>The library's own loader writes a new copy into the temporary directory at every start, leaves
 * it there when the process is killed, and fails where that directory is missing or forbids to
 * execute. It looks first at the directory that the system property {@value #PATH_PROPERTY} names.
 * A user who sets the property is obeyed; else it is set for the time of loading only, so that a
 * second class loader with a library of its own finds it as this one did.
 */
final class NativeLibrary {

  static final String PATH_PROPERTY = "library.leveldbjni.path";

  private static final List<String> PLACES =
      List.of(
          "linux32",
          "linux64",
          "linux64/aarch64",
          "osx",
          "osx64/aarch64",
          "windows32",
          "windows64");
  private static final List<String> FILE_NAMES =
      List.of("libleveldbjni.so", "libleveldbjni.jnilib", "leveldbjni.dll");
  private static final String ELSEWHERE =
      "in place of leveldbjni-all, put a build on the class path that carries it:"
          + " org.openlabtesting.leveldbjni:leveldbjni-all:1.8 (linux aarch64) or"
          + " io.github.tronprotocol:leveldbjni-all:1.18.2 (linux aarch64, macOS arm64)";

  private final String platform;
  private final String fileName;
  private final ClassLoader source;
  private final Runnable loader;

  /**
   * A library that is not loaded yet.
   *
   * @param platform the operating system and word size, as the loader spells them: linux64
   * @param fileName the name of the library's file on this platform
   * @param source where the file is found under {@code META-INF/native}
   * @param loader the library's own loader
   */
  NativeLibrary(String platform, String fileName, ClassLoader source, Runnable loader) {
    this.platform = platform;
    this.fileName = fileName;
    this.source = source;
    this.loader = loader;
  }

  /** Loads the library from {@code directory}, after unpacking it there if it is not there yet. */
  void loadFrom(Path directory) throws IOException {
    if (System.getProperty(PATH_PROPERTY) != null) {
      load(System.getProperty(PATH_PROPERTY));
      return;
    }
    byte[] library = suitable();
    unpack(library, directory);
    // The monitor of the properties, because another class loader may be doing the same.
    synchronized (System.getProperties()) {
      System.setProperty(PATH_PROPERTY, directory.toString());
      try {
        load(directory.toString());
      } finally {
        System.clearProperty(PATH_PROPERTY);
      }
    }
  }

  private void load(String directory) {
    try {
      loader.run();
    } catch (LinkageError e) {
      throw new EngineException(
          Code.NATIVE_LIBRARY,
          "the native library in "
              + directory
              + " cannot be loaded on "
              + machine()
              + "; if its disk is mounted noexec, name another native directory: "
              + e.getMessage(),
          e);
    }
  }

  private void unpack(byte[] library, Path directory) throws IOException {
    Path file = directory.resolve(fileName);
    if (Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), library)) {
      return;
    }
    Files.createDirectories(directory);
    Path unfinished = Files.createTempFile(directory, fileName, ".new");
    try {
      Files.write(unfinished, library);
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private byte[] suitable() throws IOException {
    String architecture = System.getProperty("os.arch");
    for (String place : List.of(platform + "/" + architecture, platform, withoutWordSize())) {
      Optional<byte[]> library = read(place);
      if (library.isPresent() && ElfMachine.suits(library.get(), architecture)) {
        return library.get();
      }
    }
    throw new EngineException(
        Code.NATIVE_LIBRARY,
        "no native library for "
            + machine()
            + ": the class path carries it for "
            + carried()
            + "; "
            + ELSEWHERE);
  }

  private String withoutWordSize() {
    return platform.replaceAll("\\d+$", "");
  }

  private Optional<byte[]> read(String place) throws IOException {
    URL resource = resource(place, fileName);
    if (resource == null) {
      return Optional.empty();
    }
    try (InputStream in = resource.openStream()) {
      return Optional.of(in.readAllBytes());
    }
  }

  private String carried() {
    return PLACES.stream()
        .filter(place -> FILE_NAMES.stream().anyMatch(name -> resource(place, name) != null))
        .collect(Collectors.joining(", "));
  }

  private URL resource(String place, String name) {
    return source.getResource("META-INF/native/" + place + "/" + name);
  }

  private static String machine() {
    return "os.name=" + System.getProperty("os.name") + " os.arch=" + System.getProperty("os.arch");
  }
}
