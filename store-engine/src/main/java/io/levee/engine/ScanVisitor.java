package io.levee.engine;

/** Receives the entries of one {@link Engine#scan} in key order. */
@FunctionalInterface
public interface ScanVisitor {

  /**
   * Takes one entry.
   *
   * @param key the key, owned by the visitor
   * @param value the value, owned by the visitor
   * @return {@code true} to be given the next entry; {@code false} to end the scan here, in which
   *     case the engine does not step past this entry
   */
  boolean visit(byte[] key, byte[] value);
}
