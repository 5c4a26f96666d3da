package io.levee.leveldb.engine;

import java.util.Map;

/**
 * The machine that a shared library of Linux was built for, from its ELF header: 0x7F {@code ELF},
 * and at byte 18 the machine as a little-endian u16.
 *
 * <p>A Java process on an ARM machine with 64 bits is offered the same {@code linux64} library as
 * one on x86; without a look into the file, the error is the linker's, and names neither.
 */
final class ElfMachine {

  private static final Map<String, Integer> BY_ARCHITECTURE =
      Map.of(
          "x86", 3, "i386", 3, "amd64", 62, "x86_64", 62, "arm", 40, "aarch64", 183, "riscv64",
          243);

  private ElfMachine() {}

  /** Whether {@code library} can run on {@code architecture}; not decided for other formats. */
  static boolean suits(byte[] library, String architecture) {
    boolean elf =
        library.length > 20
            && library[0] == 0x7F
            && library[1] == 'E'
            && library[2] == 'L'
            && library[3] == 'F';
    int machine = elf ? (library[18] & 0xFF) | (library[19] & 0xFF) << 8 : 0;
    return !elf || BY_ARCHITECTURE.getOrDefault(architecture, -1) == machine;
  }
}
