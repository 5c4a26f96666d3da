package io.levee.perf;

import io.levee.store.Bytes;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import java.util.Arrays;
import java.util.Random;

/**
 * Messages like those of a broker: a header of the size that OpenWire makes, and a body that no
 * compression makes smaller, unlike bytes that are all the same.
 */
final class Payload {

  private static final int HEADER_BYTES = 200;
  private static final int VARIETY = 64;

  private final Bytes header;
  private final byte[][] bodies = new byte[VARIETY][];

  Payload(int bodyBytes) {
    Random random = new Random(1);
    byte[] marshalled = new byte[HEADER_BYTES];
    random.nextBytes(marshalled);
    header = Bytes.wrap(marshalled);
    for (int i = 0; i < VARIETY; i++) {
      bodies[i] = new byte[bodyBytes];
      random.nextBytes(bodies[i]);
    }
  }

  byte[] body(long number) {
    return bodies[(int) (number % VARIETY)];
  }

  /** Header and body as one value. */
  byte[] marshalled(long number) {
    byte[] body = body(number);
    byte[] whole = Arrays.copyOf(header.toArray(), HEADER_BYTES + body.length);
    System.arraycopy(body, 0, whole, HEADER_BYTES, body.length);
    return whole;
  }

  Message message(long number) {
    return Message.of(header, Bytes.wrap(body(number)));
  }

  /** Number {@code number} of a producer. */
  Message message(Bytes producer, long number) {
    return message(number).withIdentity(new MessageIdentity(producer, number));
  }

  /** A name as ActiveMQ gives one to a producer. */
  static String producerName(int number) {
    return "ID:levee-perf-40000-1700000000000-1:" + (number + 1) + ":1:1";
  }
}
