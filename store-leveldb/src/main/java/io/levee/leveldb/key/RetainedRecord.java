package io.levee.leveldb.key;

import io.levee.store.Bytes;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import java.util.Optional;

/**
 * The retained last value of a destination.
 *
 * <pre>
 *   version u8 (1), lane u8, expires-at u64, has identity u8 (0, 1),
 *   1: producer, producer sequence u64
 *   header length u32, header, body
 * </pre>
 *
 * @param message the value, with its body in memory
 */
public record RetainedRecord(Message message) {

  private static final int VERSION = 1;

  /** The stored form under {@code key}. */
  public byte[] toBytes(byte[] key) {
    Bytes body = ((Message.Inline) message.body()).bytes();
    FieldWriter out = new FieldWriter(64 + message.header().size() + body.size());
    out.u8(VERSION).u8(message.lane()).u64(message.expiresAtMillis());
    out.u8(message.identity().isPresent() ? 1 : 0);
    message.identity().ifPresent(id -> out.sized(id.producer()).u64(id.sequence()));
    return Seal.close(key, out.sized(message.header()).raw(body).toArray());
  }

  /** Reads the stored form. */
  public static RetainedRecord fromBytes(byte[] key, byte[] stored) {
    return Seal.read(key, stored, RetainedRecord::read);
  }

  private static RetainedRecord read(FieldReader in) {
    Versions.require(in.u8(), VERSION);
    final int lane = in.u8();
    final long expiresAtMillis = in.u64();
    final Optional<MessageIdentity> identity =
        in.u8() == 1 ? Optional.of(new MessageIdentity(in.sized(), in.u64())) : Optional.empty();
    final Bytes header = in.sized();
    Message.Body body = new Message.Inline(in.rest());
    return new RetainedRecord(new Message(header, body, identity, expiresAtMillis, lane));
  }
}
