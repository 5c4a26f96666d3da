package io.levee.activemq;

import java.util.Arrays;
import org.apache.activemq.broker.Broker;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;

/** Puts {@link XaOutcomes} into a broker. The adapter installs it when it starts. */
final class XaOutcomesPlugin implements BrokerPlugin {

  private final LeveePersistenceAdapter adapter;

  private XaOutcomesPlugin(LeveePersistenceAdapter adapter) {
    this.adapter = adapter;
  }

  /** Installs it, in the place of an earlier one; before the broker makes its chain of filters. */
  static void install(BrokerService broker, LeveePersistenceAdapter adapter) {
    uninstall(broker);
    BrokerPlugin[] others = broker.getPlugins();
    BrokerPlugin[] all = Arrays.copyOf(others, others.length + 1);
    all[others.length] = new XaOutcomesPlugin(adapter);
    broker.setPlugins(all);
  }

  /** The broker may be started again with another store. */
  static void uninstall(BrokerService broker) {
    BrokerPlugin[] before = broker.getPlugins() == null ? new BrokerPlugin[0] : broker.getPlugins();
    broker.setPlugins(
        Arrays.stream(before)
            .filter(plugin -> !(plugin instanceof XaOutcomesPlugin))
            .toArray(BrokerPlugin[]::new));
  }

  @Override
  public Broker installPlugin(Broker broker) {
    return new XaOutcomes(broker, adapter);
  }
}
