package io.levee.testkit;

import static io.levee.testkit.RandomVocabulary.anyOf;

import io.levee.store.BranchId;
import io.levee.store.Bytes;
import io.levee.store.Receipt;
import io.levee.store.StoreTransaction;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Makes random steps in the life of a few branches; many are refused. */
final class RandomBranches {

  private static final List<BranchId> BRANCHES =
      IntStream.range(0, 6)
          .mapToObj(number -> new BranchId(number, Bytes.utf8("g"), Bytes.utf8("b" + number)))
          .toList();

  private final Random random;
  private final RandomTransactions transactions;

  RandomBranches(Random random, RandomTransactions transactions) {
    this.random = random;
    this.transactions = transactions;
  }

  RandomStep next() {
    BranchId branch = anyOf(BRANCHES, random);
    int choice = random.nextInt(100);
    if (choice < 45) {
      return prepare(branch);
    }
    if (choice < 70) {
      return end("commit", branch, (store, at) -> text(store.dtx().commit(branch)));
    }
    if (choice < 85) {
      return end(
          "roll back",
          branch,
          (store, at) -> {
            store.dtx().rollback(branch);
            return "rolled back";
          });
    }
    return choice < 92 ? force(branch, choice) : forget(branch);
  }

  private RandomStep prepare(BranchId branch) {
    List<RandomTransactions.Operation> operations = transactions.promisable();
    return end(
        "prepare " + operations.stream().map(RandomTransactions.Operation::text).toList() + " as",
        branch,
        (store, at) -> {
          StoreTransaction work = store.begin();
          operations.forEach(operation -> operation.request().of(work, at));
          return store.dtx().prepare(branch, work).toString();
        });
  }

  private RandomStep force(BranchId branch, int choice) {
    if (choice < 88) {
      return end(
          "force the commit of",
          branch,
          (store, at) -> text(store.dtx().forceCommit(branch, receipt -> {})));
    }
    return end(
        "force the rollback of",
        branch,
        (store, at) -> {
          store.dtx().forceRollback(branch);
          return "rolled back";
        });
  }

  private static RandomStep forget(BranchId branch) {
    return end(
        "forget",
        branch,
        (store, at) -> {
          store.dtx().forget(branch);
          return "forgotten";
        });
  }

  private static RandomStep end(String what, BranchId branch, RandomStep.Action action) {
    return new RandomStep(what + " " + branch, RandomStep::unlessRefused, action);
  }

  private static String text(Receipt receipt) {
    return receipt.outcomes().stream().map(Receipt.Outcome::status).toList().toString();
  }
}
