package io.levee.testkit;

import io.levee.store.BranchOperation;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Position;
import io.levee.store.Receipt.Outcome;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a branch of the model promised for one operation.
 *
 * @param operation what is told of it
 * @param keeping what its commit does
 */
record ModelPromise(BranchOperation operation, Function<ModelCommit, Outcome> keeping) {

  /** Whether it holds the message at {@code position} for everybody. */
  boolean holds(Position position) {
    return operation.subscription().isEmpty() && operation.position().equals(Optional.of(position));
  }

  /** Whether it holds a message for one subscription. */
  boolean holds(Destination topic, Bytes subscription, long sequence) {
    return operation.subscription().equals(Optional.of(subscription))
        && operation.destination().equals(topic)
        && operation.position().orElseThrow().sequence() == sequence;
  }

  /** Whether the destination must not go before it is kept. */
  boolean needs(Destination destination) {
    return operation.destination().equals(destination)
        || operation.target().equals(Optional.of(destination));
  }
}
