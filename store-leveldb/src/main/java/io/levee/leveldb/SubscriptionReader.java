package io.levee.leveldb;

import io.levee.leveldb.Visible.DestinationView;
import io.levee.leveldb.change.Intent;
import io.levee.leveldb.change.SubscriptionImage;
import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.Receipt;
import io.levee.store.StoreException;
import io.levee.store.StoredMessage;
import io.levee.store.SubscriptionInfo;
import io.levee.store.Subscriptions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Makes, removes and reads subscriptions. */
final class SubscriptionReader implements Subscriptions {

  private static final Page<StoredMessage> NOTHING = new Page<>(List.of(), false);

  private final Access access;
  private final Visible visible;
  private final MessageReader messages;

  SubscriptionReader(Access access, Visible visible, MessageReader messages) {
    this.access = access;
    this.visible = visible;
    this.messages = messages;
  }

  @Override
  public SubscriptionInfo subscribe(Destination topic, Bytes name, Bytes data, Start start) {
    return make(new Intent.Subscribe(nonNull(topic), nonNull(name), nonNull(data), start, false));
  }

  @Override
  public SubscriptionInfo resubscribe(Destination topic, Bytes name, Bytes data, Start start) {
    return make(new Intent.Subscribe(nonNull(topic), nonNull(name), nonNull(data), start, true));
  }

  private SubscriptionInfo make(Intent.Subscribe intent) {
    nonNull(intent.start());
    access.execute(intent);
    return find(intent.topic(), intent.name())
        .orElseThrow(
            () ->
                new StoreException(
                    StoreException.Code.UNKNOWN_DESTINATION,
                    intent.topic() + " or the subscription was removed while it was made."));
  }

  @Override
  public boolean unsubscribe(Destination topic, Bytes name) {
    Receipt receipt = access.execute(new Intent.Unsubscribe(nonNull(topic), nonNull(name)));
    return receipt.appliedCount() == 1;
  }

  @Override
  public Optional<SubscriptionInfo> find(Destination topic, Bytes name) {
    return access.reading(
        () ->
            view(topic)
                .flatMap(
                    view ->
                        visible
                            .subscription(view.id(), name)
                            .map(subscription -> subscription.toInfo(current(view)))));
  }

  /**
   * The topic read after the subscription, so that nothing waiting is seen as less than nothing.
   */
  private DestinationView current(DestinationView view) {
    return visible.find(view.id()).orElse(view);
  }

  @Override
  public List<SubscriptionInfo> list(Destination topic) {
    return access.reading(
        () ->
            view(topic)
                .map(
                    view ->
                        visible.subscriptions(view.id()).stream()
                            .map(subscription -> subscription.toInfo(current(view)))
                            .toList())
                .orElse(List.of()));
  }

  @Override
  public Page<StoredMessage> browse(Destination topic, Bytes name, PageRequest request) {
    return access.reading(
        () -> {
          Optional<DestinationView> view = view(topic);
          Optional<Visible.SubscriptionView> subscription =
              view.flatMap(found -> visible.subscription(found.id(), name));
          if (subscription.isEmpty()) {
            return NOTHING;
          }
          SubscriptionImage image = subscription.get().image();
          long from =
              Math.max(request.afterSequence(), subscription.get().record().settledThrough());
          PageRequest unsettled =
              new PageRequest(request.lane(), from, request.limit(), request.maxBytes());
          return messages.page(view.get(), unsettled, image::nextPending);
        });
  }

  @Override
  public boolean isPending(Destination topic, Bytes name, long sequence) {
    return access.reading(
        () -> {
          Optional<DestinationView> view = view(topic);
          return sequence > 0
              && view.flatMap(found -> visible.subscription(found.id(), name))
                  .filter(subscription -> subscription.image().nextPending(sequence) == sequence)
                  .isPresent()
              && messages.entry(new Position(view.get().id(), 0, sequence)).isPresent();
        });
  }

  private static <T> T nonNull(T value) {
    return Objects.requireNonNull(value, "a subscription needs a topic, a name, data and a start");
  }

  private Optional<DestinationView> view(Destination topic) {
    return visible.find(topic);
  }
}
