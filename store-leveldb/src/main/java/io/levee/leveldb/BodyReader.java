package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import io.levee.leveldb.key.ChunkRecord;
import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.Seal;
import io.levee.store.Bytes;
import io.levee.store.Position;
import io.levee.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads bodies, a chunk at a time. A chunk that is gone because its message went is no damage. */
final class BodyReader {

  private final Engine engine;
  private final MessageReader messages;

  BodyReader(Engine engine, MessageReader messages) {
    this.engine = engine;
    this.messages = messages;
  }

  /** The piece of a body from {@code offset} to the end of its chunk. */
  Optional<Bytes> chunk(Position position, long offset) {
    if (offset < 0) {
      throw new IllegalArgumentException("offset must not be negative: " + offset);
    }
    Optional<EntryRecord> entry = messages.entry(position);
    if (entry.isEmpty() || offset >= entry.get().bodySize()) {
      return Optional.empty();
    }
    if (!entry.get().chunked()) {
      return Optional.of(from(entry.get().body(), Math.toIntExact(offset)));
    }
    int chunkBytes = entry.get().chunkBytes();
    int ordinal = Math.toIntExact(offset / chunkBytes);
    Optional<Bytes> chunk = chunk(entry.get().contentId(), ordinal);
    if (chunk.isEmpty() && messages.entry(position).isPresent()) {
      throw Seal.corrupt(Keys.chunk(entry.get().contentId(), ordinal), "it is missing");
    }
    return chunk.map(bytes -> from(bytes, Math.toIntExact(offset % chunkBytes)));
  }

  private Optional<Bytes> chunk(long contentId, int ordinal) {
    byte[] key = Keys.chunk(contentId, ordinal);
    return engine.get(key).map(stored -> ChunkRecord.fromBytes(key, stored).bytes());
  }

  private static Bytes from(Bytes bytes, int offset) {
    byte[] rest = new byte[bytes.size() - offset];
    bytes.copyTo(offset, rest, 0, rest.length);
    return Bytes.wrap(rest);
  }

  /** The whole body as a stream. */
  Optional<InputStream> open(Position position) {
    return messages.entry(position).map(entry -> new BodyStream(position, entry));
  }

  /** Holds one chunk; asks for the next when it is read. Not thread-safe. */
  private final class BodyStream extends InputStream {
    private final Position position;
    private final EntryRecord entry;
    private InputStream current;
    private int nextOrdinal;

    BodyStream(Position position, EntryRecord entry) {
      this.position = position;
      this.entry = entry;
      this.current = new BytesStream(entry.body());
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      int count = current.read(target, offset, length);
      while (count < 0 && nextOrdinal < entry.chunkCount()) {
        current = new BytesStream(nextChunk());
        count = current.read(target, offset, length);
      }
      return count;
    }

    private Bytes nextChunk() throws IOException {
      int ordinal = nextOrdinal;
      try {
        Bytes found = chunk(entry.contentId(), ordinal).orElseThrow(() -> missing(ordinal));
        nextOrdinal++; // after a failure the same chunk is asked for again
        return found;
      } catch (EngineException e) {
        throw new IOException(Errors.of(e));
      } catch (StoreException e) {
        throw new IOException(e);
      }
    }

    private IOException missing(int ordinal) {
      return messages.entry(position).isPresent()
          ? new IOException(Seal.corrupt(Keys.chunk(entry.contentId(), ordinal), "it is missing"))
          : new IOException(
              "the message at %s was removed while chunk %d of its body was to be read."
                  .formatted(position, ordinal));
    }
  }

  /** Reads from bytes without copying them as a whole. */
  private static final class BytesStream extends InputStream {
    private final Bytes bytes;
    private int at;

    BytesStream(Bytes bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      int count = Math.min(length, bytes.size() - at);
      if (count <= 0) {
        return -1;
      }
      bytes.copyTo(at, target, offset, count);
      at += count;
      return count;
    }
  }
}
