package io.levee.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;

/** Asks the person at the terminal before something is done that cannot be undone. */
final class Confirmation {

  private Confirmation() {}

  /** Whether there is somebody to ask; the launcher knows, Java does not. */
  static boolean isPossible() {
    return Boolean.getBoolean("levee.answers");
  }

  /** Asks, and answers whether the next line of {@code in} is a yes; the end of it is none. */
  static boolean given(String question, InputStream in, PrintWriter out) throws IOException {
    out.print(question + " Type yes to go on: ");
    out.flush();
    String answer =
        new BufferedReader(new InputStreamReader(in, Charset.defaultCharset())).readLine();
    return answer != null && answer.strip().equalsIgnoreCase("yes");
  }
}
