package io.levee.testkit;

import static io.levee.store.StoreException.Code.MESSAGE_TOO_LARGE;
import static io.levee.store.StoreException.Code.NAME_TOO_LONG;
import static io.levee.store.StoreException.Code.SUBSCRIPTION_EXISTS;
import static io.levee.store.StoreException.Code.WRONG_KIND;

import io.levee.store.Bytes;
import io.levee.store.Destination;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.StoreException;
import io.levee.store.StoredMessage;
import io.levee.store.SubscriptionInfo;
import io.levee.store.Subscriptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The subscriptions of the model. */
final class ModelSubscriptions implements Subscriptions {

  private final StoreModel model;
  private final StoreLimits limits;

  ModelSubscriptions(StoreModel model, StoreLimits limits) {
    this.model = model;
    this.limits = limits;
  }

  @Override
  public SubscriptionInfo subscribe(Destination topic, Bytes name, Bytes data, Start start) {
    return subscribe(topic, name, data, start, false);
  }

  @Override
  public SubscriptionInfo resubscribe(Destination topic, Bytes name, Bytes data, Start start) {
    return subscribe(topic, name, data, start, true);
  }

  private SubscriptionInfo subscribe(
      Destination topic, Bytes name, Bytes data, Start start, boolean replaces) {
    return model.change(
        next -> {
          ModelDestination found = next.require(topic);
          if (!found.isTopic()) {
            throw new StoreException(WRONG_KIND, topic.toString());
          }
          ModelCommit.refuseUnless(name.size() <= limits.maxNameBytes(), NAME_TOO_LONG, name);
          ModelCommit.refuseUnless(data.size() <= limits.maxHeaderBytes(), MESSAGE_TOO_LARGE, name);
          if (!replaces && found.subscriptions.containsKey(name)) {
            throw new StoreException(SUBSCRIPTION_EXISTS, name + " on " + topic);
          }
          long after = start == Start.AT_FIRST ? 0 : found.lastSequence;
          found.begin(name, new ModelSubscription(data, after, Set.of()));
          return found.info(name);
        });
  }

  @Override
  public boolean unsubscribe(Destination topic, Bytes name) {
    return model.change(
        next -> {
          Optional<ModelDestination> found =
              next.find(topic).filter(t -> t.subscriptions.containsKey(name));
          found.ifPresent(t -> t.endSubscription(name));
          return found.isPresent();
        });
  }

  @Override
  public Optional<SubscriptionInfo> find(Destination topic, Bytes name) {
    return model
        .state()
        .find(topic)
        .filter(found -> found.subscriptions.containsKey(name))
        .map(found -> found.info(name));
  }

  @Override
  public List<SubscriptionInfo> list(Destination topic) {
    return model.state().find(topic).stream()
        .flatMap(found -> found.subscriptions.keySet().stream().map(found::info))
        .toList();
  }

  @Override
  public Page<StoredMessage> browse(Destination topic, Bytes name, PageRequest request) {
    Stream<ModelMessage> pending =
        model.state().find(topic).stream().flatMap(found -> found.pending(name));
    return ModelPages.page(pending.map(message -> message.stored(limits)), request);
  }

  @Override
  public boolean isPending(Destination topic, Bytes name, long sequence) {
    return model.state().find(topic).stream()
        .flatMap(found -> found.pending(name))
        .anyMatch(message -> message.position().sequence() == sequence);
  }
}
