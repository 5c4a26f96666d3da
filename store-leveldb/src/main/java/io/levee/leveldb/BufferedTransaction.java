package io.levee.leveldb;

import io.levee.leveldb.change.Intent;
import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Destination;
import io.levee.store.Message;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import io.levee.store.StoreTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Gathers what is asked for until the commit; holds nothing of the store. */
final class BufferedTransaction implements StoreTransaction {

  private static final int MAX_REASON_CHARACTERS = 1024;

  private final Access access;
  private final long maxBytes;
  private final List<Intent> intents = new ArrayList<>();
  private Consumer<Receipt> beforeVisible = receipt -> {};
  private long bytes;
  private boolean ended;

  BufferedTransaction(Access access, long maxBytes) {
    this.access = access;
    this.maxBytes = maxBytes;
  }

  @Override
  public void enqueue(Destination destination, Message message, OnDuplicate onDuplicate) {
    Objects.requireNonNull(onDuplicate, "onDuplicate");
    add(new Intent.Enqueue(nonNull(destination), nonNull(message), onDuplicate));
  }

  @Override
  public void acknowledge(Position position) {
    add(new Intent.Acknowledge(nonNull(position)));
  }

  @Override
  public void move(Position position, Destination target) {
    add(new Intent.Move(nonNull(position), nonNull(target)));
  }

  @Override
  public void deadLetter(Position position, String channel, String reason) {
    if (reason.length() > MAX_REASON_CHARACTERS) {
      throw new IllegalArgumentException(
          "a reason has at most " + MAX_REASON_CHARACTERS + " characters, not " + reason.length());
    }
    add(new Intent.DeadLetter(nonNull(position), nonNull(channel), nonNull(reason)));
  }

  @Override
  public void restore(Position position, Optional<Destination> target) {
    add(new Intent.Restore(nonNull(position), nonNull(target)));
  }

  @Override
  public void recordRedelivery(Position position) {
    add(new Intent.RecordRedelivery(nonNull(position)));
  }

  @Override
  public void updateHeader(Position position, Bytes header) {
    add(new Intent.UpdateHeader(nonNull(position), nonNull(header)));
  }

  @Override
  public void retain(Destination destination, Message message) {
    add(new Intent.Retain(nonNull(destination), nonNull(message)));
  }

  @Override
  public void clearRetained(Destination destination) {
    add(new Intent.ClearRetained(nonNull(destination)));
  }

  @Override
  public void settle(Destination topic, Bytes subscription, long sequence) {
    add(new Intent.Settle(nonNull(topic), nonNull(subscription), sequence));
  }

  @Override
  public int size() {
    return intents.size();
  }

  @Override
  public void beforeVisible(Consumer<Receipt> action) {
    requireOpen();
    beforeVisible = beforeVisible.andThen(action);
  }

  @Override
  public Receipt commit(CommitDurability durability) {
    access.requireMayWait();
    return access.await(commitAsync(durability));
  }

  @Override
  public CompletableFuture<Receipt> commitAsync(CommitDurability durability) {
    requireOpen();
    nonNull(durability);
    ended = true;
    Commit commit = new Commit(intents, durability, beforeVisible, new CompletableFuture<>());
    return access.submit(commit);
  }

  /** Ends the transaction and hands over what was asked for, to be promised by {@code owner}. */
  List<Intent> endForPrepare(Access owner) {
    if (owner != access) {
      throw new IllegalArgumentException("the transaction is one of another store");
    }
    requireOpen();
    ended = true;
    return intents;
  }

  @Override
  public void rollback() {
    ended = true;
    intents.clear();
  }

  private void add(Intent intent) {
    requireOpen();
    long weight = intent.weightBytes();
    if (bytes + weight > maxBytes) {
      throw new StoreException(
          Code.TRANSACTION_TOO_LARGE,
          "the transaction has %d operations of %d bytes; the limit is %d. Commit in parts, or"
                  .formatted(intents.size() + 1, bytes + weight, maxBytes)
              + " stream large bodies.");
    }
    bytes += weight;
    intents.add(intent);
  }

  private void requireOpen() {
    if (ended) {
      throw new StoreException(
          Code.TRANSACTION_ENDED,
          "the transaction was committed or rolled back before. Begin a new one.");
    }
  }

  private static <T> T nonNull(T value) {
    return Objects.requireNonNull(value, "an operation needs all its values");
  }
}
