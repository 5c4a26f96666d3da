package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.leveldb.Visible.DestinationView;
import io.levee.leveldb.change.BranchImage;
import io.levee.leveldb.change.BranchImage.Held;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.HoldRecord;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.PreparedRecord;
import io.levee.store.BranchId;
import io.levee.store.BranchInfo;
import io.levee.store.BranchOperation;
import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Destination;
import io.levee.store.DtxStore;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Receipt;
import io.levee.store.StoreTransaction;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Prepares, ends and lists branches. */
final class Branches implements DtxStore {

  private final Access access;
  private final Engine engine;
  private final Visible visible;

  Branches(Access access, Engine engine, Visible visible) {
    this.access = access;
    this.engine = engine;
    this.visible = visible;
  }

  @Override
  public Vote prepare(BranchId branch, StoreTransaction work) {
    Objects.requireNonNull(branch, "branch");
    if (!(work instanceof BufferedTransaction transaction)) {
      throw new IllegalArgumentException("the transaction is not one of this store: " + work);
    }
    access.requireMayWait();
    Receipt receipt = access.execute(new Intent.Prepare(branch, transaction.endForPrepare(access)));
    return receipt.appliedCount() == 0 ? Vote.READ_ONLY : Vote.PREPARED;
  }

  @Override
  public Receipt commit(BranchId branch, Consumer<Receipt> beforeVisible) {
    return commit(branch, false, beforeVisible);
  }

  @Override
  public Receipt forceCommit(BranchId branch, Consumer<Receipt> beforeVisible) {
    return commit(branch, true, beforeVisible);
  }

  private Receipt commit(BranchId branch, boolean forced, Consumer<Receipt> beforeVisible) {
    Objects.requireNonNull(beforeVisible, "beforeVisible");
    long bytes = find(branch).map(BranchInfo::bytes).orElse(0L);
    return execute(new Intent.CommitBranch(branch, forced, bytes), beforeVisible);
  }

  @Override
  public void rollback(BranchId branch) {
    access.execute(new Intent.RollbackBranch(nonNull(branch), false));
  }

  @Override
  public void forceRollback(BranchId branch) {
    access.execute(new Intent.RollbackBranch(nonNull(branch), true));
  }

  @Override
  public void forget(BranchId branch) {
    access.execute(new Intent.ForgetBranch(nonNull(branch)));
  }

  private Receipt execute(Intent intent, Consumer<Receipt> beforeVisible) {
    access.requireMayWait();
    Commit commit =
        new Commit(
            List.of(intent), CommitDurability.SYNC, beforeVisible, new CompletableFuture<>());
    return access.await(access.submit(commit));
  }

  private static BranchId nonNull(BranchId branch) {
    return Objects.requireNonNull(branch, "branch");
  }

  @Override
  public Optional<BranchInfo> find(BranchId branch) {
    return access.reading(() -> visible.branch(nonNull(branch)).map(Branches::info));
  }

  @Override
  public Page<BranchInfo> list(long afterNumber, int limit) {
    PageRequest request = PageRequest.after(afterNumber, limit);
    return access.reading(
        () -> {
          Iterator<BranchImage> behind = visible.branchesAfter(request.afterSequence()).iterator();
          List<BranchInfo> found = new ArrayList<>();
          while (behind.hasNext() && found.size() < limit) {
            found.add(info(behind.next()));
          }
          return new Page<>(found, behind.hasNext());
        });
  }

  private static BranchInfo info(BranchImage branch) {
    long endedAtMillis = branch.record().endedAtMillis();
    return new BranchInfo(
        branch.record().id(),
        branch.number(),
        branch.record().state(),
        branch.record().preparedAtMillis(),
        endedAtMillis == 0 ? OptionalLong.empty() : OptionalLong.of(endedAtMillis),
        branch.record().operations(),
        branch.record().bytes());
  }

  @Override
  public Page<BranchOperation> operations(BranchId branch, int afterOrdinal, int limit) {
    PageRequest request = PageRequest.after(afterOrdinal + 1L, limit);
    return access.reading(
        () ->
            visible
                .branch(nonNull(branch))
                .map(image -> operations(image, (int) request.afterSequence(), limit))
                .orElse(new Page<>(List.of(), false)));
  }

  private Page<BranchOperation> operations(BranchImage branch, int first, int limit) {
    List<BranchOperation> found = new ArrayList<>();
    for (int ordinal = first; ordinal < branch.record().operations(); ordinal++) {
      Optional<BranchOperation> operation = operation(branch, ordinal);
      if (operation.isPresent() && found.size() == limit) {
        return new Page<>(found, true);
      }
      operation.ifPresent(found::add);
    }
    return new Page<>(found, false);
  }

  private Optional<BranchOperation> operation(BranchImage branch, int ordinal) {
    Held held = branch.holds().get(ordinal);
    if (held != null) {
      return Optional.of(holding(ordinal, held));
    }
    byte[] key = Keys.prepared(branch.number(), ordinal);
    return branch.prepared().contains(ordinal)
        ? engine.get(key).map(stored -> storing(ordinal, PreparedRecord.fromBytes(key, stored)))
        : Optional.empty();
  }

  private BranchOperation storing(int ordinal, PreparedRecord message) {
    EntryRecord entry = message.entry();
    return new BranchOperation(
        ordinal,
        BranchOperation.Kind.ENQUEUE,
        destination(message.destinationId()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(entry.header()),
        entry.countedBytes());
  }

  private BranchOperation holding(int ordinal, Held held) {
    HoldRecord record = held.record();
    Optional<Bytes> subscription = held.subscription().map(settles -> settles.name());
    Optional<Destination> target =
        record.targetId() == 0 ? Optional.empty() : Optional.of(destination(record.targetId()));
    return new BranchOperation(
        ordinal,
        record.kind(),
        destination(record.position().destinationId()),
        Optional.of(record.position()),
        subscription,
        target,
        Optional.empty(),
        record.bytes());
  }

  private Destination destination(int id) {
    return visible
        .find(id)
        .map(DestinationView::destination)
        .orElseThrow(() -> new IllegalStateException("a branch needs destination " + id));
  }
}
