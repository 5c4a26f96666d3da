package io.levee.dtx;

import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.StoreTransaction;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A branch's transaction without what only the transaction manager decides. */
record BranchWork(StoreTransaction work) implements StoreTransaction {

  @Override
  public void enqueue(Destination destination, Message message, OnDuplicate onDuplicate) {
    work.enqueue(destination, message, onDuplicate);
  }

  @Override
  public void acknowledge(Position position) {
    work.acknowledge(position);
  }

  @Override
  public void move(Position position, Destination target) {
    work.move(position, target);
  }

  @Override
  public void deadLetter(Position position, String channel, String reason) {
    work.deadLetter(position, channel, reason);
  }

  @Override
  public void restore(Position position, Optional<Destination> target) {
    work.restore(position, target);
  }

  @Override
  public void recordRedelivery(Position position) {
    work.recordRedelivery(position);
  }

  @Override
  public void updateHeader(Position position, Bytes header) {
    work.updateHeader(position, header);
  }

  @Override
  public void retain(Destination destination, Message message) {
    work.retain(destination, message);
  }

  @Override
  public void clearRetained(Destination destination) {
    work.clearRetained(destination);
  }

  @Override
  public void settle(Destination topic, Bytes subscription, long sequence) {
    work.settle(topic, subscription, sequence);
  }

  @Override
  public int size() {
    return work.size();
  }

  @Override
  public void beforeVisible(Consumer<Receipt> action) {
    throw notHere("actions before a commit");
  }

  @Override
  public Receipt commit(CommitDurability durability) {
    throw notHere("the commit");
  }

  @Override
  public CompletableFuture<Receipt> commitAsync(CommitDurability durability) {
    throw notHere("the commit");
  }

  @Override
  public void rollback() {
    throw notHere("the rollback");
  }

  private static IllegalStateException notHere(String what) {
    return new IllegalStateException(
        what + " of a branch is its transaction manager's; commit or roll back there");
  }
}
