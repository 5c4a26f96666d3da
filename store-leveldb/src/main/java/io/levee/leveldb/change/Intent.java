package io.levee.leveldb.change;

import io.levee.leveldb.key.EntryRecord;
import io.levee.store.BranchId;
import io.levee.store.Bytes;
import io.levee.store.Content;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.Position;
import io.levee.store.StoreTransaction.OnDuplicate;
import io.levee.store.Subscriptions.Start;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** What was asked, undecided. A planner turns it into {@link Change}s or refuses it. */
public sealed interface Intent {

  /** Whether granting it takes disk space for good, so that the disk reserve refuses it. */
  default boolean grows() {
    return false;
  }

  /** About how many bytes it adds to a batch. */
  default long weightBytes() {
    return 128;
  }

  /** Declare a destination; {@code implied} by another that needs it, and then in any case. */
  record Declare(Destination destination, DestinationOptions options, boolean implied)
      implements Intent {
    @Override
    public boolean grows() {
      return !implied;
    }
  }

  /** Remove a destination. */
  record Remove(Destination destination) implements Intent {}

  /** Drop all messages of a destination; {@code counted} is told how many there were. */
  record Purge(Destination destination, LongConsumer counted) implements Intent {}

  /** Store a message. */
  record Enqueue(Destination destination, Message message, OnDuplicate onDuplicate)
      implements Intent {
    @Override
    public boolean grows() {
      return true;
    }

    @Override
    public long weightBytes() {
      long inMemory = message.body() instanceof Content ? 0 : message.body().size();
      return 256L + message.header().size() + inMemory;
    }
  }

  /** Remove a message for good. */
  record Acknowledge(Position position) implements Intent {}

  /** Move a message to another destination. */
  record Move(Position position, Destination target) implements Intent {
    @Override
    public long weightBytes() {
      return 8192;
    }
  }

  /** Move a message to a dead-letter channel. */
  record DeadLetter(Position position, String channel, String reason) implements Intent {
    @Override
    public long weightBytes() {
      return 8192;
    }
  }

  /** Move a dead letter back. */
  record Restore(Position position, Optional<Destination> target) implements Intent {
    @Override
    public long weightBytes() {
      return 8192;
    }
  }

  /** Count a failed delivery. */
  record RecordRedelivery(Position position) implements Intent {}

  /** Replace the header of a message. */
  record UpdateHeader(Position position, Bytes header) implements Intent {
    @Override
    public long weightBytes() {
      return 8192L + header.size();
    }
  }

  /** Promise what was asked for, under the name of a branch. */
  record Prepare(BranchId branch, List<Intent> work) implements Intent {
    public Prepare {
      work = List.copyOf(work);
    }

    /** Not when it only holds messages: taking must work on a full disk, in branches too. */
    @Override
    public boolean grows() {
      return work.stream().anyMatch(Intent::grows);
    }

    @Override
    public long weightBytes() {
      return 512 + work.stream().mapToLong(Intent::weightBytes).sum();
    }
  }

  /** Do what a branch promised; {@code forced} by an operator, it is remembered. */
  record CommitBranch(BranchId branch, boolean forced, long weightBytes) implements Intent {}

  /** Give back what a branch holds; {@code forced} by an operator, it is remembered. */
  record RollbackBranch(BranchId branch, boolean forced) implements Intent {}

  /** Forget a branch that an operator ended. */
  record ForgetBranch(BranchId branch) implements Intent {}

  /** Set the retained last value of a destination. */
  record Retain(Destination destination, Message message) implements Intent {
    @Override
    public boolean grows() {
      return true;
    }

    @Override
    public long weightBytes() {
      return 128L + message.header().size() + message.body().size();
    }
  }

  /** Forget the retained last value of a destination. */
  record ClearRetained(Destination destination) implements Intent {}

  /** Note that a body will be streamed under that number. */
  record OpenContent(long contentId, int chunkBytes) implements Intent {
    @Override
    public boolean grows() {
      return true;
    }
  }

  /** Write a piece of a streamed body. */
  record WriteChunk(long contentId, int ordinal, Bytes bytes, boolean last) implements Intent {
    @Override
    public boolean grows() {
      return true;
    }

    @Override
    public long weightBytes() {
      return 64L + bytes.size();
    }
  }

  /** Give up a streamed body with that many chunks. */
  record AbandonContent(long contentId, int chunkCount) implements Intent {}

  /** Give up a finished body that no message will take. */
  record DiscardContent(Content content) implements Intent {}

  /** Create a subscription; one that {@code replaces} ends the one of its name, if there is one. */
  record Subscribe(Destination topic, Bytes name, Bytes data, Start start, boolean replaces)
      implements Intent {
    @Override
    public boolean grows() {
      return true;
    }

    @Override
    public long weightBytes() {
      return 256L + data.size();
    }
  }

  /** Remove a subscription. */
  record Unsubscribe(Destination topic, Bytes name) implements Intent {}

  /** Settle a message for one subscription. */
  record Settle(Destination topic, Bytes subscription, long sequence) implements Intent {}

  /**
   * Remove those messages of a topic that every subscription has settled; everything below {@code
   * nextFrom} was looked at in the sweep {@code generation}, all of the topic when that is 0.
   */
  record Sweep(int topicId, List<Long> candidates, long nextFrom, long generation)
      implements Intent {
    public Sweep {
      candidates = List.copyOf(candidates);
    }
  }

  /**
   * Erase what was purged: these messages, found below the low watermark of their lane; and when
   * {@code done}, note that nothing is left below {@code scannedLow}.
   */
  record Erase(
      int destinationId,
      int lane,
      List<Erased> erased,
      long nextFrom,
      boolean done,
      long scannedLow)
      implements Intent {
    public Erase {
      erased = List.copyOf(erased);
    }
  }

  /** Note that nothing in a lane below {@code firstLive} is live. */
  record RaiseLow(int destinationId, int lane, long firstLive) implements Intent {}

  /** A purged message that was found on disk. */
  record Erased(Position position, EntryRecord entry) {}

  /** Erase the last traces of a removed destination whose messages are erased. */
  record Forget(int destinationId, List<Bytes> leftOverKeys) implements Intent {
    public Forget {
      leftOverKeys = List.copyOf(leftOverKeys);
    }
  }
}
