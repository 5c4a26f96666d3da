package io.levee.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.DestinationOptions;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.Position;
import io.levee.store.StoreTransaction;
import io.levee.store.Subscriptions.Start;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Everything that a store holds is in the text, and the text is the same for the same things. */
class StoreTextTest {

  private static final Destination ORDERS = Destination.queue("orders");
  private static final Destination NEWS = Destination.topic("news\n");

  private final StoreModel store =
      new StoreModel(
          new StoreLimits(100, 500, 10_000, 2000, 1000, 1 << 20), new ManualClock(Instant.EPOCH));

  @AfterEach
  void close() {
    store.close();
  }

  private Position enqueue(Destination destination, Message message) {
    StoreTransaction transaction = store.begin();
    transaction.enqueue(destination, message);
    return transaction.commit().outcomes().get(0).position().orElseThrow();
  }

  private static Message message(String body) {
    return Message.of(Bytes.utf8("h"), Bytes.utf8(body));
  }

  @Test
  void aDescriptionHoldsEverything() {
    store.declare(ORDERS, DestinationOptions.DEFAULT.withLanes(2));
    store.declare(NEWS);
    store.declare(Destination.deadLetterChannel("dead"));
    store.subscriptions().subscribe(NEWS, Bytes.utf8("ann"), Bytes.utf8("d"), Start.AFTER_LAST);
    enqueue(ORDERS, message("a").withIdentity(MessageIdentity.of("p", 7)).expiringAt(1000));
    enqueue(ORDERS, message("b".repeat(200)).inLane(1));
    enqueue(NEWS, message("n"));
    Position poison = enqueue(ORDERS, message("c"));
    StoreTransaction transaction = store.begin();
    transaction.recordRedelivery(poison);
    transaction.deadLetter(poison, "dead", "why");
    transaction.retain(ORDERS, message("last"));
    transaction.commit();

    assertThat(StoreText.describe(store))
        .isEqualTo(
            """
            queue://orders lanes=2 expiry=DISCARD messages=2 bytes=203 last=3
              retained h=h b=last
              0/1 h=h b=a id=p#7 expires=1000
              1/2 h=h b=200 bytes, hash %s
            topic://news\\u000a lanes=1 expiry=DISCARD messages=1 bytes=2 last=1
              0/1 h=h b=n
              subscription ann data=d pending=1 bytes=2
                pending 0/1 h=h b=n
            dlc://dead lanes=1 expiry=DISCARD messages=1 bytes=2 last=1
              0/1 h=h b=c redeliveries=1
              dead 0/1 origin=queue://orders#3 reason=why redeliveries=1
              from queue://orders
                dead 0/1 origin=queue://orders#3 reason=why redeliveries=1
            retained in [queue://orders]
            """
                .formatted(Integer.toHexString(Bytes.utf8("b".repeat(200)).hashCode())));
  }

  @Test
  void anEmptyStoreIsOneLine() {
    assertThat(StoreText.describe(store)).isEqualTo("retained in []\n");
  }
}
