package io.levee.leveldb.plan;

import io.levee.leveldb.change.Intent;
import io.levee.store.StoreException;

/**
 * Turns what was asked into changes, or refuses it with a {@link StoreException}. It reads the
 * draft and adds to it; it writes nothing. Each feature's rules are in its own planner.
 */
public final class Planner {

  private Planner() {}

  /** Plans one intent on top of those that {@code draft} holds. */
  public static void plan(Intent intent, Draft draft) {
    if (intent instanceof Intent.Enqueue enqueue) {
      QueuePlanner.enqueue(enqueue, draft);
    } else if (intent instanceof Intent.Acknowledge acknowledge) {
      QueuePlanner.acknowledge(acknowledge, draft);
    } else if (intent instanceof Intent.Move move) {
      QueuePlanner.move(move, draft);
    } else if (intent instanceof Intent.RecordRedelivery redelivery) {
      QueuePlanner.recordRedelivery(redelivery, draft);
    } else if (intent instanceof Intent.UpdateHeader update) {
      QueuePlanner.updateHeader(update, draft);
    } else if (intent instanceof Intent.DeadLetter deadLetter) {
      DeadLetterPlanner.deadLetter(deadLetter, draft);
    } else if (intent instanceof Intent.Restore restore) {
      DeadLetterPlanner.restore(restore, draft);
    } else if (intent instanceof Intent.Settle settle) {
      SubscriptionPlanner.settle(settle, draft);
    } else {
      planSeldom(intent, draft);
    }
  }

  private static void planSeldom(Intent intent, Draft draft) {
    if (intent instanceof Intent.Declare declare) {
      DestinationPlanner.declare(declare, draft);
    } else if (intent instanceof Intent.Remove remove) {
      DestinationPlanner.remove(remove, draft);
    } else if (intent instanceof Intent.Purge purge) {
      DestinationPlanner.purge(purge, draft);
    } else if (intent instanceof Intent.Erase erase) {
      ErasePlanner.erase(erase, draft);
    } else if (intent instanceof Intent.RaiseLow raise) {
      ErasePlanner.raiseLow(raise, draft);
    } else if (intent instanceof Intent.Forget forget) {
      ErasePlanner.forget(forget, draft);
    } else if (intent instanceof Intent.Subscribe subscribe) {
      SubscriptionPlanner.subscribe(subscribe, draft);
    } else if (intent instanceof Intent.Unsubscribe unsubscribe) {
      SubscriptionPlanner.unsubscribe(unsubscribe, draft);
    } else if (intent instanceof Intent.Sweep sweep) {
      SubscriptionPlanner.sweep(sweep, draft);
    } else if (intent instanceof Intent.Prepare prepare) {
      BranchPlanner.prepare(prepare, draft);
    } else if (intent instanceof Intent.CommitBranch commit) {
      BranchCommitPlanner.commit(commit, draft);
    } else if (intent instanceof Intent.RollbackBranch rollback) {
      BranchCommitPlanner.rollback(rollback, draft);
    } else if (intent instanceof Intent.ForgetBranch forget) {
      BranchCommitPlanner.forget(forget, draft);
    } else if (intent instanceof Intent.Retain retain) {
      RetainedPlanner.retain(retain, draft);
    } else if (intent instanceof Intent.ClearRetained clear) {
      RetainedPlanner.clear(clear, draft);
    } else if (intent instanceof Intent.OpenContent open) {
      ContentPlanner.open(open, draft);
    } else if (intent instanceof Intent.WriteChunk chunk) {
      ContentPlanner.write(chunk, draft);
    } else if (intent instanceof Intent.DiscardContent discard) {
      ContentPlanner.discard(discard, draft);
    } else if (intent instanceof Intent.AbandonContent abandon) {
      ContentPlanner.abandon(abandon, draft);
    } else {
      throw new IllegalStateException("no planner for " + intent);
    }
  }
}
