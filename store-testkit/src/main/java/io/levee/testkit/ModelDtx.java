package io.levee.testkit;

import static io.levee.store.StoreException.Code.BRANCH_EXISTS;
import static io.levee.store.StoreException.Code.BRANCH_FORCED;
import static io.levee.store.StoreException.Code.BRANCH_IN_DOUBT;
import static io.levee.store.StoreException.Code.UNKNOWN_BRANCH;

import io.levee.store.BranchId;
import io.levee.store.BranchInfo;
import io.levee.store.BranchInfo.State;
import io.levee.store.BranchOperation;
import io.levee.store.DtxStore;
import io.levee.store.Page;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Outcome;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreException;
import io.levee.store.StoreTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** The branches of the model. */
final class ModelDtx implements DtxStore {

  private final StoreModel model;

  ModelDtx(StoreModel model) {
    this.model = model;
  }

  @Override
  public Vote prepare(BranchId branch, StoreTransaction work) {
    List<ModelTransaction.Operation> operations = ((ModelTransaction) work).endForPrepare(model);
    return model.change(next -> prepare(next, branch, operations));
  }

  private Vote prepare(
      ModelState next, BranchId branch, List<ModelTransaction.Operation> operations) {
    if (next.find(branch).isPresent()) {
      throw new StoreException(BRANCH_EXISTS, branch.toString());
    }
    ModelPrepare prepare = new ModelPrepare(next, model.commitOn(next));
    for (ModelTransaction.Operation operation : operations) {
      operation.promise().accept(prepare);
      prepare.next();
    }
    if (prepare.promises().isEmpty()) {
      return Vote.READ_ONLY;
    }
    next.lastBranchNumber++;
    next.branches.put(
        next.lastBranchNumber,
        new ModelBranch(
            branch,
            next.lastBranchNumber,
            State.PREPARED,
            model.nowMillis(),
            0,
            operations.size(),
            prepare.promises()));
    return Vote.PREPARED;
  }

  @Override
  public Receipt commit(BranchId branch, Consumer<Receipt> beforeVisible) {
    return commit(branch, beforeVisible, Optional.empty());
  }

  @Override
  public Receipt forceCommit(BranchId branch, Consumer<Receipt> beforeVisible) {
    return commit(branch, beforeVisible, Optional.of(State.FORCED_COMMIT));
  }

  private Receipt commit(BranchId id, Consumer<Receipt> beforeVisible, Optional<State> remembered) {
    return model.change(
        next -> {
          ModelBranch branch = end(next, id, remembered);
          ModelCommit commit = model.commitOn(next);
          List<Outcome> outcomes = new ArrayList<>();
          for (int ordinal = 0; ordinal < branch.operations(); ordinal++) {
            ModelPromise promise = branch.promises().get(ordinal);
            outcomes.add(
                promise == null
                    ? new Outcome(Status.ABSENT, Optional.empty())
                    : promise.keeping().apply(commit));
          }
          Receipt receipt = new Receipt(next.commitNumber, outcomes);
          beforeVisible.accept(receipt);
          return receipt;
        });
  }

  @Override
  public void rollback(BranchId branch) {
    model.change(next -> end(next, branch, Optional.empty()));
  }

  @Override
  public void forceRollback(BranchId branch) {
    model.change(next -> end(next, branch, Optional.of(State.FORCED_ROLLBACK)));
  }

  /** Takes a prepared branch out of the state; answers it as it was. */
  private ModelBranch end(ModelState next, BranchId id, Optional<State> remembered) {
    ModelBranch branch = require(next, id);
    if (branch.state() != State.PREPARED) {
      throw new StoreException(BRANCH_FORCED, id + " is " + branch.state());
    }
    next.branches.remove(branch.number());
    remembered.ifPresent(
        outcome -> next.branches.put(branch.number(), branch.forced(outcome, model.nowMillis())));
    return branch;
  }

  private static ModelBranch require(ModelState state, BranchId id) {
    return state.find(id).orElseThrow(() -> new StoreException(UNKNOWN_BRANCH, id.toString()));
  }

  @Override
  public void forget(BranchId id) {
    model.change(
        next -> {
          ModelBranch branch = require(next, id);
          if (branch.state() == State.PREPARED) {
            throw new StoreException(BRANCH_IN_DOUBT, id.toString());
          }
          return next.branches.remove(branch.number());
        });
  }

  @Override
  public Optional<BranchInfo> find(BranchId branch) {
    return model.state().find(branch).map(ModelBranch::info);
  }

  @Override
  public Page<BranchInfo> list(long afterNumber, int limit) {
    return page(
        model.state().branches.values().stream().map(ModelBranch::info),
        BranchInfo::number,
        afterNumber,
        limit);
  }

  @Override
  public Page<BranchOperation> operations(BranchId branch, int afterOrdinal, int limit) {
    return page(
        model.state().find(branch).stream()
            .flatMap(found -> found.promises().values().stream())
            .map(ModelPromise::operation),
        operation -> (long) operation.ordinal(),
        afterOrdinal,
        limit);
  }

  private static <T> Page<T> page(Stream<T> all, Function<T, Long> place, long after, int limit) {
    if (limit < 1 || limit > 100_000) {
      throw new IllegalArgumentException("limit " + limit);
    }
    return ModelPages.page(all, place::apply, after, limit);
  }
}
