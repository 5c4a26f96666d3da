package io.levee.cli;

import io.levee.store.BranchInfo;
import io.levee.store.DtxStore;
import io.levee.store.Page;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Goes through the branches of a store in the order of their prepares, page by page: there may be
 * more than one wants to have in memory at once. A branch that was passed may be ended meanwhile.
 */
final class BranchPages implements Iterator<BranchInfo> {

  private static final int PAGE = 1_000;

  private final DtxStore branches;
  private Page<BranchInfo> page;
  private Iterator<BranchInfo> items;
  private long passed;

  BranchPages(DtxStore branches) {
    this.branches = branches;
    turn();
  }

  private void turn() {
    page = branches.list(passed, PAGE);
    items = page.items().iterator();
  }

  static void forEach(DtxStore branches, Consumer<BranchInfo> action) {
    new BranchPages(branches).forEachRemaining(action);
  }

  static long count(DtxStore branches, Predicate<BranchInfo> counted) {
    long[] count = {0};
    forEach(branches, branch -> count[0] += counted.test(branch) ? 1 : 0);
    return count[0];
  }

  @Override
  public boolean hasNext() {
    if (!items.hasNext() && page.more()) {
      turn();
    }
    return items.hasNext();
  }

  @Override
  public BranchInfo next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    BranchInfo branch = items.next();
    passed = branch.number();
    return branch;
  }
}
