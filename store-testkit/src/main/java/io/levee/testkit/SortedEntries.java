package io.levee.testkit;

import io.levee.engine.KeyRange;
import io.levee.engine.ScanVisitor;
import java.util.Arrays;
import java.util.Optional;

/**
 * An immutable map from bytes to bytes in unsigned key order. A change gives a new map that shares
 * all but the path to the entry, so that every version is a snapshot for free.
 *
 * <p>It is a treap: a search tree by key that is a heap by priority. The priority is a scrambled
 * hash of the key, so the shape, and every run over it, is the same each time.
 */
final class SortedEntries {

  static final SortedEntries EMPTY = new SortedEntries(null);

  private final Node root;

  private SortedEntries(Node root) {
    this.root = root;
  }

  Optional<byte[]> get(byte[] key) {
    Node node = root;
    while (node != null) {
      int order = Arrays.compareUnsigned(key, node.key);
      if (order == 0) {
        return Optional.of(node.value.clone());
      }
      node = order < 0 ? node.left : node.right;
    }
    return Optional.empty();
  }

  SortedEntries put(byte[] key, byte[] value) {
    return new SortedEntries(put(root, key, value));
  }

  SortedEntries remove(byte[] key) {
    return get(key).isEmpty() ? this : new SortedEntries(remove(root, key));
  }

  /** The visitor is given copies; the answer is whether it wanted all entries of the range. */
  boolean scan(KeyRange range, ScanVisitor visitor) {
    return scan(root, range, visitor);
  }

  /** The bytes of all keys and values. */
  long bytes() {
    return root == null ? 0 : root.bytes;
  }

  private static Node put(Node node, byte[] key, byte[] value) {
    if (node == null) {
      return new Node(key, value, null, null);
    }
    int order = Arrays.compareUnsigned(key, node.key);
    if (order == 0) {
      return new Node(key, value, node.left, node.right);
    }
    if (order < 0) {
      Node left = put(node.left, key, value);
      return left.priority > node.priority
          ? left.with(left.left, node.with(left.right, node.right))
          : node.with(left, node.right);
    }
    Node right = put(node.right, key, value);
    return right.priority > node.priority
        ? right.with(node.with(node.left, right.left), right.right)
        : node.with(node.left, right);
  }

  private static Node remove(Node node, byte[] key) {
    int order = Arrays.compareUnsigned(key, node.key);
    if (order == 0) {
      return join(node.left, node.right);
    }
    return order < 0
        ? node.with(remove(node.left, key), node.right)
        : node.with(node.left, remove(node.right, key));
  }

  private static Node join(Node left, Node right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return left.priority > right.priority
        ? left.with(left.left, join(left.right, right))
        : right.with(join(left, right.left), right.right);
  }

  private static boolean scan(Node node, KeyRange range, ScanVisitor visitor) {
    if (node == null) {
      return true;
    }
    boolean fromFirst = Arrays.compareUnsigned(node.key, range.first()) >= 0;
    boolean beforeEnd = Arrays.compareUnsigned(node.key, range.end()) < 0;
    return (!fromFirst || scan(node.left, range, visitor))
        && (!fromFirst || !beforeEnd || visitor.visit(node.key.clone(), node.value.clone()))
        && (!beforeEnd || scan(node.right, range, visitor));
  }

  private static final class Node {
    final byte[] key;
    final byte[] value;
    final int priority;
    final Node left;
    final Node right;
    final long bytes;

    Node(byte[] key, byte[] value, Node left, Node right) {
      this.key = key;
      this.value = value;
      this.left = left;
      this.right = right;
      int scrambled = Arrays.hashCode(key) * 0x9E3779B9;
      this.priority = scrambled ^ (scrambled >>> 15);
      this.bytes =
          key.length
              + value.length
              + (left == null ? 0 : left.bytes)
              + (right == null ? 0 : right.bytes);
    }

    Node with(Node newLeft, Node newRight) {
      return new Node(key, value, newLeft, newRight);
    }
  }
}
