package io.levee.activemq;

import io.levee.store.Bytes;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Collections;
import java.util.List;

/** Joins the header and the body of a stored message to the marshalled form that they came from. */
final class SplitInput {

  private SplitInput() {}

  /**
   * The bytes of {@code header} after its first {@code prefixBytes}, with {@code body} put in
   * before the one at {@code contentAt}.
   */
  static DataInputStream joined(Bytes header, int prefixBytes, int contentAt, InputStream body) {
    byte[] bytes = header.toArray();
    int from = contentAt == HeaderOutput.NO_CONTENT ? bytes.length : prefixBytes + contentAt;
    InputStream before = new ByteArrayInputStream(bytes, prefixBytes, from - prefixBytes);
    InputStream after = new ByteArrayInputStream(bytes, from, bytes.length - from);
    return new DataInputStream(
        new SequenceInputStream(Collections.enumeration(List.of(before, body, after))));
  }
}
