package io.levee.store;

import java.util.Objects;

/**
 * The name of a branch of a distributed transaction, as its transaction manager gives it (X/Open
 * XA: an XID). Two are the same when all three parts are; any byte may stand in them.
 *
 * @param formatId the manager's format; not -1, which is XA's null and names nothing
 * @param globalId the global transaction, 1 to 64 bytes
 * @param qualifier the branch of it, at most 64 bytes
 */
public record BranchId(int formatId, Bytes globalId, Bytes qualifier)
    implements Comparable<BranchId> {

  /** The most bytes of either part. */
  public static final int MAX_PART_BYTES = 64;

  public BranchId {
    Objects.requireNonNull(globalId, "globalId");
    Objects.requireNonNull(qualifier, "qualifier");
    if (formatId == -1) {
      throw new IllegalArgumentException("a branch's format must not be -1, which is XA's null");
    }
    if (globalId.isEmpty() || globalId.size() > MAX_PART_BYTES) {
      throw new IllegalArgumentException(
          "a branch's global id has 1 to 64 bytes, not " + globalId.size());
    }
    if (qualifier.size() > MAX_PART_BYTES) {
      throw new IllegalArgumentException(
          "a branch's qualifier has at most 64 bytes, not " + qualifier.size());
    }
  }

  @Override
  public int compareTo(BranchId other) {
    int byFormat = Integer.compare(formatId, other.formatId);
    int byGlobal = byFormat != 0 ? byFormat : globalId.compareTo(other.globalId);
    return byGlobal != 0 ? byGlobal : qualifier.compareTo(other.qualifier);
  }

  /** Format, global id and qualifier in hexadecimal: {@code 131077:ab01:02}. */
  @Override
  public String toString() {
    return formatId + ":" + globalId.toHex() + ":" + qualifier.toHex();
  }

  /**
   * The branch that {@link #toString} printed.
   *
   * @throws IllegalArgumentException when {@code text} is not of that form
   */
  public static BranchId parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException(
          "a branch is written format:globalId:qualifier in hexadecimal, not " + text);
    }
    try {
      return new BranchId(
          Integer.parseInt(parts[0]), Bytes.fromHex(parts[1]), Bytes.fromHex(parts[2]));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(text + " is not a branch: " + e.getMessage(), e);
    }
  }
}
