package io.levee.testkit;

import static io.levee.store.StoreException.Code.BRANCH_IN_DOUBT;
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
          if (found.subscriptions.containsKey(name)) {
            requireNoHold(next, found, name);
          }
          long after = start == Start.AT_FIRST ? 0 : found.lastSequence;
          found.begin(name, new ModelSubscription(data, after, Set.of()));
          return found.info(name, next);
        });
  }

  @Override
  public boolean unsubscribe(Destination topic, Bytes name) {
    return model.change(
        next -> {
          Optional<ModelDestination> found =
              next.find(topic).filter(t -> t.subscriptions.containsKey(name));
          found.ifPresent(t -> requireNoHold(next, t, name));
          found.ifPresent(t -> t.endSubscription(name));
          return found.isPresent();
        });
  }

  private static void requireNoHold(ModelState state, ModelDestination topic, Bytes name) {
    if (topic.info(name, state).heldCount() > 0) {
      throw new StoreException(BRANCH_IN_DOUBT, name + " on " + topic.destination);
    }
  }

  @Override
  public Optional<SubscriptionInfo> find(Destination topic, Bytes name) {
    ModelState now = model.state();
    return now.find(topic)
        .filter(found -> found.subscriptions.containsKey(name))
        .map(found -> found.info(name, now));
  }

  @Override
  public List<SubscriptionInfo> list(Destination topic) {
    ModelState now = model.state();
    return now.find(topic).stream()
        .flatMap(found -> found.subscriptions.keySet().stream().map(name -> found.info(name, now)))
        .toList();
  }

  @Override
  public Page<StoredMessage> browse(Destination topic, Bytes name, PageRequest request) {
    return ModelPages.page(shown(topic, name).map(message -> message.stored(limits)), request);
  }

  @Override
  public boolean isPending(Destination topic, Bytes name, long sequence) {
    return shown(topic, name).anyMatch(message -> message.position().sequence() == sequence);
  }

  private Stream<ModelMessage> shown(Destination topic, Bytes name) {
    ModelState now = model.state();
    return now.find(topic).stream().flatMap(found -> found.shown(name, now));
  }
}
