package io.levee.leveldb.change;

/**
 * Sweeping out what every subscription has settled came further in a topic.
 *
 * @param topicId the topic
 * @param nextFrom where to go on; 0 when all of it was looked at
 * @param generation which sweep it was
 */
public record TopicSwept(int topicId, long nextFrom, long generation) implements Change {

  @Override
  public void writeTo(WriteSet out) {
    // The place to go on from is part of the counters.
  }

  @Override
  public void applyTo(Image image) {
    image.change(topicId).sweptThrough(nextFrom, generation);
  }
}
