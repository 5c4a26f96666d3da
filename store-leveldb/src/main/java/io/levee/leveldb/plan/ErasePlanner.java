package io.levee.leveldb.plan;

import io.levee.leveldb.change.DestinationForgotten;
import io.levee.leveldb.change.DestinationImage;
import io.levee.leveldb.change.EntryErased;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.change.LaneErased;
import io.levee.leveldb.change.LowRaised;
import io.levee.leveldb.key.IdentityRecord;
import io.levee.leveldb.key.Keys;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.Receipt.Status;
import java.util.Optional;

/** Giving back the disk space of what was purged or removed before, and where scans start. */
final class ErasePlanner {

  private ErasePlanner() {}

  static void erase(Intent.Erase intent, Draft draft) {
    if (draft.image().destination(intent.destinationId()).isEmpty()) {
      draft.outcome(Status.ABSENT, null);
      return;
    }
    for (Intent.Erased erased : intent.erased()) {
      boolean ownsIdentity =
          erased
              .entry()
              .identity()
              .filter(identity -> names(identity, erased.position(), draft))
              .isPresent();
      draft.add(new EntryErased(erased.position(), erased.entry(), ownsIdentity));
    }
    draft.add(
        new LaneErased(
            intent.destinationId(),
            intent.lane(),
            intent.nextFrom(),
            intent.done(),
            intent.scannedLow()));
    draft.outcome(Status.APPLIED, null);
  }

  private static boolean names(MessageIdentity identity, Position position, Draft draft) {
    byte[] key = Keys.identity(identity, position.destinationId());
    return draft
        .get(key)
        .map(stored -> IdentityRecord.fromBytes(key, stored))
        .filter(place -> place.lane() == position.lane() && place.sequence() == position.sequence())
        .isPresent();
  }

  static void raiseLow(Intent.RaiseLow intent, Draft draft) {
    if (draft.image().destination(intent.destinationId()).isEmpty()) {
      draft.outcome(Status.ABSENT, null);
      return;
    }
    draft.add(new LowRaised(intent.destinationId(), intent.lane(), intent.firstLive()));
    draft.outcome(Status.APPLIED, null);
  }

  static void forget(Intent.Forget intent, Draft draft) {
    Optional<DestinationImage> removed = draft.image().destination(intent.destinationId());
    removed.ifPresent(
        destination -> draft.add(new DestinationForgotten(destination, intent.leftOverKeys())));
    draft.outcome(removed.isPresent() ? Status.APPLIED : Status.ABSENT, null);
  }
}
