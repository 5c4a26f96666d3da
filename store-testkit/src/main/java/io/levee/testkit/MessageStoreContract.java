package io.levee.testkit;

import org.junit.jupiter.api.Nested;

/**
 * What every {@link io.levee.store.MessageStore} promises, as tests: one nested class for each part
 * of the interface. A store passes when a subclass that opens it does.
 */
public abstract class MessageStoreContract {

  /** A fixture whose state is empty. It is closed by the test that asked for it. */
  protected abstract StoreFixture newFixture();

  @Nested
  class Destinations extends DestinationContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class Enqueuing extends EnqueueContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class Identities extends IdentityContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class Browsing extends BrowseContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class Acknowledging extends AcknowledgeContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class Moving extends MoveContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class DeadLetters extends DeadLetterContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class Expiry extends ExpiryContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class Purging extends PurgeContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class RetainedValues extends RetainedContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class LargeBodies extends LargeBodyContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class Subscriptions extends SubscriptionContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class SubscriptionStarts extends SubscriptionStartContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class Topics extends TopicContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class Transactions extends TransactionContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class Concurrency extends ConcurrencyContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class Lifecycle extends LifecycleContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class Branching extends BranchContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }

  @Nested
  class BranchWorking extends BranchWorkContract {
    @Override
    StoreFixture newFixture() {
      return MessageStoreContract.this.newFixture();
    }
  }
}
