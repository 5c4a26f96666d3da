package io.levee.cli;

import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that say which destination of which broker is meant. */
final class Target {

  @Option(
      names = "--url",
      defaultValue = "tcp://127.0.0.1:61616",
      description = "The broker (default: ${DEFAULT-VALUE}).")
  private String url;

  @ArgGroup(multiplicity = "1")
  private Place place;

  /** One of both. */
  private static final class Place {
    @Option(
        names = "--queue",
        paramLabel = "NAME",
        converter = NameConverter.class,
        required = true,
        description = "A queue.")
    private String queue;

    @Option(
        names = "--topic",
        paramLabel = "NAME",
        converter = NameConverter.class,
        required = true,
        description = "A topic.")
    private String topic;
  }

  ActiveMQDestination destination() {
    return place.queue == null ? new ActiveMQTopic(place.topic) : new ActiveMQQueue(place.queue);
  }

  /** The broker. */
  String url() {
    return url;
  }

  /** Connections whose sends and acknowledgements return when the broker has confirmed them. */
  ActiveMQConnectionFactory connections() {
    return confirmed(url);
  }

  /** Connections to {@code url} on which nothing returns before the broker has confirmed it. */
  static ActiveMQConnectionFactory confirmed(String url) {
    ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
    factory.setWatchTopicAdvisories(false);
    factory.setSendAcksAsync(false);
    return factory;
  }
}
