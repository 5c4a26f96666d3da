package io.levee.leveldb.plan;

import io.levee.leveldb.change.DestinationImage;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.change.RetainedReplaced;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.RetainedRecord;
import io.levee.store.Content;
import io.levee.store.Message;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import java.util.Optional;

/** The retained last value of a destination: one, read as a whole. */
final class RetainedPlanner {

  private RetainedPlanner() {}

  static void retain(Intent.Retain intent, Draft draft) {
    DestinationImage destination = draft.require(intent.destination());
    Message message = intent.message();
    long size = message.header().size() + message.body().size();
    if (message.body() instanceof Content || size > draft.limits().maxRetainedBytes()) {
      throw new StoreException(
          Code.MESSAGE_TOO_LARGE,
          "the retained value for %s has %d bytes; the limit is %d, all in memory."
              .formatted(intent.destination(), size, draft.limits().maxRetainedBytes()));
    }
    draft.add(new RetainedReplaced(destination.id(), Optional.of(new RetainedRecord(message))));
    draft.outcome(Status.APPLIED, null);
  }

  static void clear(Intent.ClearRetained intent, Draft draft) {
    DestinationImage destination = draft.require(intent.destination());
    boolean retained = draft.get(Keys.retained(destination.id())).isPresent();
    if (retained) {
      draft.add(new RetainedReplaced(destination.id(), Optional.empty()));
    }
    draft.outcome(retained ? Status.APPLIED : Status.ABSENT, null);
  }
}
