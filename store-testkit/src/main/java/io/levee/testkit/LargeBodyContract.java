package io.levee.testkit;

import static io.levee.store.StoreException.Code.CONTENT_NOT_READY;
import static io.levee.store.StoreException.Code.MESSAGE_TOO_LARGE;
import static io.levee.store.StoreException.Code.UNKNOWN_DESTINATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.levee.store.Bytes;
import io.levee.store.Content;
import io.levee.store.ContentWriter;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.MessageStore;
import io.levee.store.Position;
import io.levee.store.StoreTransaction.OnDuplicate;
import io.levee.store.StoredMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bodies that do not lie with their header, and bodies that are streamed into the store. */
abstract class LargeBodyContract extends StoreContractCase {

  private Bytes body;

  @BeforeEach
  void declareQueues() {
    store.declare(ORDERS);
    store.declare(BILLS);
    body = bytes(Math.toIntExact(limits.maxBodyBytes() - 1));
  }

  static Bytes wholeBody(MessageStore store, Position position) {
    try (InputStream stream = store.openBody(position).orElseThrow()) {
      return Bytes.wrap(stream.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("the body of " + position + " cannot be read", e);
    }
  }

  private Bytes chunkByChunk(Position position) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Optional<Bytes> chunk = store.readChunk(position, 0);
    while (chunk.isPresent()) {
      all.writeBytes(chunk.get().toArray());
      chunk = store.readChunk(position, all.size());
    }
    return Bytes.wrap(all.toByteArray());
  }

  /** Streams {@code bytes} in pieces of {@code piece} bytes. */
  private Content stream(Bytes bytes, int piece) {
    try (ContentWriter writer = store.newContent()) {
      writePieces(writer, bytes, piece);
      return writer.finish();
    }
  }

  private static void writePieces(ContentWriter writer, Bytes bytes, int piece) {
    byte[] array = bytes.toArray();
    for (int at = 0; at < array.length; at += piece) {
      writer.write(array, at, Math.min(piece, array.length - at));
    }
  }

  private Position putLarge() {
    return put(ORDERS, Message.of(Bytes.utf8("h"), body));
  }

  @Test
  void aBodyOfTheInlineLimitLiesWithItsHeader() {
    Bytes largest = bytes(limits.inlineBodyBytes());

    Position position = put(ORDERS, Message.of(Bytes.EMPTY, largest));

    assertThat(stored(position).body()).contains(largest);
    assertThat(wholeBody(store, position)).isEqualTo(largest);
    assertThat(chunkByChunk(position)).isEqualTo(largest);
  }

  @Test
  void aLargerBodyIsReadByItself() {
    Bytes larger = bytes(limits.inlineBodyBytes() + 1);

    Position position = put(ORDERS, Message.of(Bytes.EMPTY, larger));

    assertThat(stored(position).body()).isEmpty();
    assertThat(stored(position).bodySize()).isEqualTo(larger.size());
    assertThat(wholeBody(store, position)).isEqualTo(larger);
    assertThat(chunkByChunk(position)).isEqualTo(larger);
  }

  @Test
  void aBodyOfManyChunksSurvivesReopening() {
    Position position = putLarge();

    reopen();

    assertThat(stored(position).bodySize()).isEqualTo(body.size());
    assertThat(wholeBody(store, position)).isEqualTo(body);
    assertThat(chunkByChunk(position)).isEqualTo(body);
  }

  @Test
  void aChunkIsReadFromAnyOffset() {
    Position position = putLarge();
    int step = Math.max(1, body.size() / 300);

    for (int offset = 0; offset < body.size(); offset += step) {
      Bytes chunk = store.readChunk(position, offset).orElseThrow();

      assertThat(chunk.size()).isPositive();
      assertThat(chunk).isEqualTo(Bytes.copyOf(body.toArray(), offset, chunk.size()));
    }
    assertThat(store.readChunk(position, body.size() - 1).orElseThrow().size()).isEqualTo(1);
    assertThat(store.readChunk(position, body.size())).isEmpty();
  }

  @Test
  void aChunkOfTheMiddleEndsWhereTheChunkEnds() {
    Position position = putLarge();
    int chunkBytes = store.readChunk(position, 0).orElseThrow().size();
    assertThat(chunkBytes).isLessThan(body.size());

    Bytes rest = store.readChunk(position, chunkBytes + 1L).orElseThrow();

    assertThat(rest.size()).isLessThan(chunkBytes);
  }

  @Test
  void aSmallBodyIsReadFromAnyOffset() {
    Position position = put(ORDERS, "abc");

    assertThat(store.readChunk(position, 0)).contains(Bytes.utf8("abc"));
    assertThat(store.readChunk(position, 2)).contains(Bytes.utf8("c"));
    assertThat(store.readChunk(position, 3)).isEmpty();
  }

  @Test
  void anEmptyBodyHasNoChunk() {
    Position position = put(ORDERS, "");

    assertThat(store.readChunk(position, 0)).isEmpty();
    assertThat(wholeBody(store, position)).isEqualTo(Bytes.EMPTY);
  }

  @Test
  void anOpenBodyFailsWhenItsMessageIsGone() throws IOException {
    Position position = putLarge();
    try (InputStream stream = store.openBody(position).orElseThrow()) {
      assertThat(stream.read()).isEqualTo(body.toArray()[0] & 0xFF);

      commit(tx -> tx.acknowledge(position));

      assertThatIOException().isThrownBy(stream::readAllBytes);
    }
  }

  @Test
  void anOpenBodyIsReadByteByByte() throws IOException {
    Position position = putLarge();
    byte[] expected = body.toArray();

    try (InputStream stream = store.openBody(position).orElseThrow()) {
      for (byte next : expected) {
        assertThat(stream.read()).isEqualTo(next & 0xFF);
      }
      assertThat(stream.read()).isEqualTo(-1);
    }
  }

  @Test
  void aStreamedBodyIsTakenByAMessage() {
    Content content = stream(body, 777);
    assertThat(content.size()).isEqualTo(body.size());

    Position position = put(ORDERS, Message.of(Bytes.utf8("h"), content));

    StoredMessage stored = stored(position);
    assertThat(stored.bodySize()).isEqualTo(body.size());
    assertThat(info(ORDERS).messageBytes()).isEqualTo(body.size() + 1L);
    reopen();
    assertThat(wholeBody(store, position)).isEqualTo(body);
  }

  @Test
  void aSmallAndAnEmptyStreamedBodyAreTaken() {
    Content small = stream(Bytes.utf8("abc"), 1);
    Content empty = stream(Bytes.EMPTY, 1);

    Position first = put(ORDERS, Message.of(Bytes.EMPTY, small));
    Position second = put(ORDERS, Message.of(Bytes.EMPTY, empty));

    assertThat(wholeBody(store, first)).isEqualTo(Bytes.utf8("abc"));
    assertThat(wholeBody(store, second)).isEqualTo(Bytes.EMPTY);
  }

  @Test
  void streamedContentIsSeenOnlyWithItsMessage() {
    stream(body, 1000);

    assertThat(info(ORDERS).messageCount()).isZero();
    assertThat(info(ORDERS).messageBytes()).isZero();
  }

  @Test
  void contentIsUsedOnce() {
    Message message = Message.of(Bytes.EMPTY, stream(body, 1000));
    put(ORDERS, message);

    assertThat(refusalOf(tx -> tx.enqueue(BILLS, message))).isEqualTo(CONTENT_NOT_READY);
  }

  @Test
  void contentIsUsedOnceInOneTransaction() {
    Message message = Message.of(Bytes.EMPTY, stream(body, 1000));

    assertThat(
            refusalOf(
                tx -> {
                  tx.enqueue(ORDERS, message);
                  tx.enqueue(BILLS, message);
                }))
        .isEqualTo(CONTENT_NOT_READY);
    assertThat(info(ORDERS).messageCount()).isZero();
  }

  @Test
  void contentIsNotUsedAgainAfterItsMessageIsGone() {
    Message message = Message.of(Bytes.EMPTY, stream(body, 1000));
    Position position = put(ORDERS, message);
    commit(tx -> tx.acknowledge(position));

    assertThat(refusalOf(tx -> tx.enqueue(ORDERS, message))).isEqualTo(CONTENT_NOT_READY);
  }

  @Test
  void contentOfARefusedTransactionIsStillThere() {
    Message message = Message.of(Bytes.EMPTY, stream(body, 1000));
    assertThat(
            refusalOf(
                tx -> {
                  tx.enqueue(ORDERS, message);
                  tx.enqueue(NEWS, message("refused"));
                }))
        .isEqualTo(UNKNOWN_DESTINATION);

    Position position = put(ORDERS, message);

    assertThat(wholeBody(store, position)).isEqualTo(body);
  }

  @Test
  void contentThatTheStoreDidNotMakeIsRefused() {
    Message message = Message.of(Bytes.EMPTY, new Content(987_654_321, 10, 10));

    assertThat(refusalOf(tx -> tx.enqueue(ORDERS, message))).isEqualTo(CONTENT_NOT_READY);
  }

  @Test
  void contentThatNoMessageTookIsGoneAfterReopening() {
    Message message = Message.of(Bytes.EMPTY, stream(body, 1000));

    reopen();

    assertThat(refusalOf(tx -> tx.enqueue(ORDERS, message))).isEqualTo(CONTENT_NOT_READY);
  }

  @Test
  void aWriterThatIsNotFinishedLeavesNothing() {
    ContentWriter unfinished = store.newContent();
    writePieces(unfinished, body, 1000);
    unfinished.close();
    unfinished.close();
    ContentWriter forgotten = store.newContent();
    writePieces(forgotten, body, 1000);

    reopen();

    assertThat(info(ORDERS).messageCount()).isZero();
  }

  @Test
  void closingAFinishedWriterTakesNothingBack() {
    ContentWriter writer = store.newContent();
    writePieces(writer, body, 1000);
    Content content = writer.finish();
    writer.close();

    Position position = put(ORDERS, Message.of(Bytes.EMPTY, content));

    assertThat(wholeBody(store, position)).isEqualTo(body);
  }

  @Test
  void severalWritersGoOnSideBySide() {
    Bytes other = Bytes.wrap(new byte[body.size()]);
    try (ContentWriter first = store.newContent();
        ContentWriter second = store.newContent()) {
      int half = body.size() / 2;
      first.write(body.toArray(), 0, half);
      writePieces(second, other, 500);
      first.write(body.toArray(), half, body.size() - half);

      Position a = put(ORDERS, Message.of(Bytes.EMPTY, first.finish()));
      Position b = put(ORDERS, Message.of(Bytes.EMPTY, second.finish()));

      assertThat(wholeBody(store, a)).isEqualTo(body);
      assertThat(wholeBody(store, b)).isEqualTo(other);
    }
  }

  @Test
  void streamingBeyondTheLimitIsRefused() {
    byte[] piece = new byte[Math.toIntExact(limits.maxBodyBytes())];
    try (ContentWriter writer = store.newContent()) {
      writer.write(piece, 0, piece.length);

      assertThat(refusal(() -> writer.write(piece, 0, 1))).isEqualTo(MESSAGE_TOO_LARGE);
    }
  }

  @Test
  void aDiscardedBodyIsNotTakenAnyMore() {
    Content content = stream(bytes(3000), 100);

    store.discard(content);
    store.discard(content);

    assertThat(refusalOf(tx -> tx.enqueue(ORDERS, Message.of(Bytes.EMPTY, content))))
        .isEqualTo(CONTENT_NOT_READY);
  }

  @Test
  void aTakenBodyIsNotDiscarded() {
    Bytes body = bytes(3000);
    Content content = stream(body, 100);
    Position position = put(ORDERS, Message.of(Bytes.EMPTY, content));

    store.discard(content);

    assertThat(store.readChunk(position, 0)).isPresent();
    assertThat(store.read(position)).isPresent();
  }

  @Test
  void theBodyOfADuplicateIsGivenUp() {
    MessageIdentity identity = MessageIdentity.of("p", 1);
    put(ORDERS, message("stored").withIdentity(identity));
    Content content = stream(bytes(3000), 100);
    Message again = Message.of(Bytes.EMPTY, content).withIdentity(identity);

    commit(tx -> tx.enqueue(ORDERS, again, OnDuplicate.KEEP_STORED));

    assertThat(refusalOf(tx -> tx.enqueue(ORDERS, Message.of(Bytes.EMPTY, content))))
        .isEqualTo(CONTENT_NOT_READY);
  }
}
