package io.levee.activemq;

import io.levee.store.BranchId;
import io.levee.store.Position;
import io.levee.store.Receipt;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The branches in doubt that the broker may end: prepared since it started, or found when it did.
 */
final class PreparedBranches {

  /**
   * A branch in doubt.
   *
   * @param announcement tells the queues of what it stores; those of before the start are told by
   *     the broker, which lets them read anew
   * @param heldInQueues the messages that a rollback gives back and no consumer has; empty unless
   *     the branch is of before the start
   * @param durableAcks what was acknowledged for durable subscriptions since the start
   */
  private record Branch(
      Consumer<Receipt> announcement, List<Position> heldInQueues, Set<DurableAck> durableAcks) {}

  private final StoreGate gate;
  private final QueueCursors cursors;
  private final Map<BranchId, Branch> known = new ConcurrentHashMap<>();
  private final Map<BranchId, Thread> forcing = new ConcurrentHashMap<>();

  PreparedBranches(StoreGate gate, QueueCursors cursors) {
    this.gate = gate;
    this.cursors = cursors;
  }

  /** Promises {@code work}; when nothing of it is left to commit the branch is not remembered. */
  void prepare(BranchId id, BrokerTransaction work) throws IOException {
    if (gate.ask(store -> work.prepare(store, id))) {
      known.put(id, new Branch(work::announce, List.of(), work.durableAcks()));
    }
  }

  /** Takes up a branch of before the start. */
  void recovered(BranchId id, List<Position> heldInQueues) {
    known.put(id, new Branch(receipt -> {}, heldInQueues, Set.of()));
  }

  /** What a branch acknowledged for durable subscriptions since the broker started. */
  Set<DurableAck> durableAcks(BranchId id) {
    Branch branch = known.get(id);
    return branch == null ? Set.of() : branch.durableAcks();
  }

  boolean contains(BranchId id) {
    return known.containsKey(id);
  }

  /** Commits a branch; does nothing for one that had nothing to store. */
  void commit(BranchId id) throws IOException {
    Branch branch = known.get(id);
    if (branch == null) {
      return;
    }
    gate.tell(
        store -> {
          if (isForced(id)) {
            store.dtx().forceCommit(id, branch.announcement());
          } else {
            store.dtx().commit(id, branch.announcement());
          }
        });
    known.remove(id);
  }

  /** Rolls a branch back; does nothing for one that had nothing to store. */
  void rollback(BranchId id) throws IOException {
    Branch branch = known.get(id);
    if (branch == null) {
      return;
    }
    branch.heldInQueues().forEach(cursors::expect);
    boolean back = false;
    try {
      gate.tell(
          store -> {
            if (isForced(id)) {
              store.dtx().forceRollback(id);
            } else {
              store.dtx().rollback(id);
            }
          });
      back = true;
    } finally {
      for (Position position : branch.heldInQueues()) {
        cursors.settle(position, back);
      }
    }
    known.remove(id);
  }

  /** Ends a branch on an operator's word. */
  interface End {
    void run() throws Exception;
  }

  /** What {@code end} commits or rolls back on this thread is remembered as forced. */
  void force(BranchId id, End end) throws Exception {
    forcing.put(id, Thread.currentThread());
    try {
      end.run();
    } finally {
      forcing.remove(id);
    }
  }

  private boolean isForced(BranchId id) {
    return forcing.get(id) == Thread.currentThread();
  }

  Set<BranchId> ids() {
    return Set.copyOf(known.keySet());
  }

  void clear() {
    known.clear();
  }
}
