package io.levee.testkit;

import io.levee.store.BranchOperation.Kind;
import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.Receipt.Outcome;
import io.levee.store.StoreException;
import io.levee.store.StoreTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** The operations of one transaction of the model, kept until its commit. Not thread-safe. */
final class ModelTransaction implements StoreTransaction {

  private static final int MAX_REASON_CHARACTERS = 1024;

  /** What an operation does when it is committed, and what is promised when it is prepared. */
  record Operation(Function<ModelCommit, Outcome> apply, Consumer<ModelPrepare> promise) {}

  private final StoreModel model;
  private final List<Operation> operations = new ArrayList<>();
  private final List<Consumer<Receipt>> actions = new ArrayList<>();
  private long bytes;
  private boolean committed;
  private boolean rolledBack;

  ModelTransaction(StoreModel model) {
    this.model = model;
  }

  @Override
  public void enqueue(Destination destination, Message message, OnDuplicate onDuplicate) {
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(onDuplicate, "onDuplicate");
    bytes += message.header().size() + message.body().size();
    if (bytes > model.limits().maxTransactionBytes()) {
      throw new StoreException(StoreException.Code.TRANSACTION_TOO_LARGE, bytes + " bytes");
    }
    add(
        commit -> commit.enqueue(destination, message, onDuplicate),
        prepare -> prepare.enqueue(destination, message, onDuplicate));
  }

  @Override
  public void acknowledge(Position position) {
    Objects.requireNonNull(position, "position");
    add(
        commit -> commit.acknowledge(position),
        prepare ->
            prepare.hold(
                Kind.ACKNOWLEDGE, position, Optional.empty(), c -> c.acknowledgeHeld(position)));
  }

  @Override
  public void move(Position position, Destination target) {
    Objects.requireNonNull(target, "target");
    add(
        commit -> commit.move(position, target),
        prepare -> {
          prepare.checkTarget(target);
          prepare.hold(Kind.MOVE, position, Optional.of(target), c -> c.moveHeld(position, target));
        });
  }

  @Override
  public void deadLetter(Position position, String channel, String reason) {
    if (reason.length() > MAX_REASON_CHARACTERS) {
      throw new IllegalArgumentException("a reason of " + reason.length() + " characters");
    }
    Destination target = Destination.deadLetterChannel(channel);
    add(
        commit -> commit.deadLetter(position, channel, reason),
        prepare -> {
          prepare.checkChannel(target);
          prepare.hold(
              Kind.DEAD_LETTER,
              position,
              Optional.of(target),
              c -> c.deadLetterHeld(position, channel, reason));
        });
  }

  @Override
  public void restore(Position position, Optional<Destination> target) {
    add(commit -> commit.restore(position, target), prepare -> prepare.restore(position, target));
  }

  @Override
  public void recordRedelivery(Position position) {
    add(commit -> commit.recordRedelivery(position), prepare -> prepare.refuse("recordRedelivery"));
  }

  @Override
  public void updateHeader(Position position, Bytes header) {
    Objects.requireNonNull(header, "header");
    add(commit -> commit.updateHeader(position, header), prepare -> prepare.refuse("updateHeader"));
  }

  @Override
  public void retain(Destination destination, Message message) {
    add(commit -> commit.retain(destination, message), prepare -> prepare.refuse("retain"));
  }

  @Override
  public void clearRetained(Destination destination) {
    add(commit -> commit.clearRetained(destination), prepare -> prepare.refuse("clearRetained"));
  }

  @Override
  public void settle(Destination topic, Bytes subscription, long sequence) {
    add(
        commit -> commit.settle(topic, subscription, sequence),
        prepare -> prepare.settle(topic, subscription, sequence));
  }

  @Override
  public int size() {
    return operations.size();
  }

  @Override
  public void beforeVisible(Consumer<Receipt> action) {
    checkOpen();
    actions.add(action);
  }

  @Override
  public Receipt commit(CommitDurability durability) {
    return model.await(commitAsync(durability));
  }

  @Override
  public CompletableFuture<Receipt> commitAsync(CommitDurability durability) {
    Objects.requireNonNull(durability, "durability");
    checkOpen();
    committed = true;
    return model.submitTransaction(operations.stream().map(Operation::apply).toList(), actions);
  }

  @Override
  public void rollback() {
    if (!rolledBack) {
      checkOpen();
      rolledBack = true;
    }
  }

  /** Ends the transaction; answers what is to be promised. */
  List<Operation> endForPrepare(StoreModel owner) {
    if (owner != model) {
      throw new IllegalArgumentException("a transaction of another model");
    }
    checkOpen();
    committed = true;
    return operations;
  }

  private void add(Function<ModelCommit, Outcome> apply, Consumer<ModelPrepare> promise) {
    checkOpen();
    operations.add(new Operation(apply, promise));
  }

  private void checkOpen() {
    if (committed || rolledBack) {
      throw new StoreException(
          StoreException.Code.TRANSACTION_ENDED, committed ? "committed" : "rolled back");
    }
  }
}
