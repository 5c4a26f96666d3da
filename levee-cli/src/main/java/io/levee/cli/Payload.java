package io.levee.cli;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Bodies that can be told apart, and that no file system and no table can compress. */
final class Payload {

  private Payload() {}

  /** The body of message {@code id}. */
  static byte[] of(int id, int size) {
    byte[] body = new byte[size];
    new SplittableRandom(id).nextBytes(body);
    return body;
  }

  /** Whether {@code body} is that of message {@code id}, to the last byte. */
  static boolean isOf(int id, byte[] body, int size) {
    return Arrays.equals(of(id, size), body);
  }
}
