package io.levee.leveldb.key;

/**
 * The numbers that the next commit starts from; written with every batch.
 *
 * <pre>
 *   commit number u64, next destination u32, next content u64, next subscription u32,
 *   producers forgotten u8 (0, 1)
 * </pre>
 *
 * @param commitNumber the number of the batch that carries this; dense from 1
 * @param nextDestinationId the next destination's id
 * @param nextContentId the next chunked body's id
 * @param nextSubscriptionId the next subscription's id
 * @param producersForgotten whether a producer was ever forgotten, so that one that is not
 *     remembered may all the same have messages stored
 */
public record HeadRecord(
    long commitNumber,
    int nextDestinationId,
    long nextContentId,
    int nextSubscriptionId,
    boolean producersForgotten) {

  /** The name of its {@link Keys#store} key. */
  public static final String NAME = "head";

  /** What the first batch of a store carries. */
  public static final HeadRecord FIRST = new HeadRecord(1, 1, 1, 1, false);

  /** The same for the next batch. */
  public HeadRecord nextCommit() {
    return new HeadRecord(
        commitNumber + 1, nextDestinationId, nextContentId, nextSubscriptionId, producersForgotten);
  }

  /** The same after a destination took {@code id}. */
  public HeadRecord withDestination(int id) {
    return new HeadRecord(
        commitNumber, id + 1, nextContentId, nextSubscriptionId, producersForgotten);
  }

  /** The same after a body took {@code id}. */
  public HeadRecord withContent(long id) {
    long next = Math.max(nextContentId, id + 1);
    return new HeadRecord(
        commitNumber, nextDestinationId, next, nextSubscriptionId, producersForgotten);
  }

  /** The same after a subscription took {@code id}. */
  public HeadRecord withSubscription(int id) {
    return new HeadRecord(
        commitNumber, nextDestinationId, nextContentId, id + 1, producersForgotten);
  }

  /** The same after a producer was forgotten. */
  public HeadRecord withProducersForgotten() {
    return new HeadRecord(commitNumber, nextDestinationId, nextContentId, nextSubscriptionId, true);
  }

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    return Seal.close(
        key,
        new FieldWriter(25)
            .u64(commitNumber)
            .u32(nextDestinationId)
            .u64(nextContentId)
            .u32(nextSubscriptionId)
            .u8(producersForgotten ? 1 : 0)
            .toArray());
  }

  /** Reads the stored form. */
  public static HeadRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(
        key, stored, in -> new HeadRecord(in.u64(), in.u32(), in.u64(), in.u32(), in.u8() == 1));
  }
}
