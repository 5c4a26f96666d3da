package io.levee.leveldb;

import io.levee.leveldb.change.Intent;
import io.levee.store.CommitDurability;
import io.levee.store.Receipt;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One transaction on its way through the committer.
 *
 * @param intents what was asked, in order
 * @param durability what it has to survive before it is answered
 * @param beforeVisible called after the write and before readers see it
 * @param answer completed with the receipt, or with the refusal
 * @param grows whether it takes disk space for good
 * @param weightBytes about how many bytes it adds to a batch
 */
record Commit(
    List<Intent> intents,
    CommitDurability durability,
    Consumer<Receipt> beforeVisible,
    CompletableFuture<Receipt> answer,
    boolean grows,
    long weightBytes) {

  Commit(
      List<Intent> intents,
      CommitDurability durability,
      Consumer<Receipt> beforeVisible,
      CompletableFuture<Receipt> answer) {
    this(
        List.copyOf(intents),
        Objects.requireNonNull(durability, "durability"),
        beforeVisible,
        answer,
        intents.stream().anyMatch(Intent::grows),
        intents.stream().mapToLong(Intent::weightBytes).sum());
  }

  Commit(List<Intent> intents, CommitDurability durability) {
    this(intents, durability, receipt -> {}, new CompletableFuture<>());
  }
}
