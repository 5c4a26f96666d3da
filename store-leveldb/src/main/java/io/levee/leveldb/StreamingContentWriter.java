package io.levee.leveldb;

import io.levee.leveldb.change.Intent;
import io.levee.store.Bytes;
import io.levee.store.CommitDurability;
import io.levee.store.Content;
import io.levee.store.ContentWriter;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import java.util.List;
import java.util.Objects;

/** Sends a body into the store one chunk at a time; holds one chunk in memory. */
final class StreamingContentWriter implements ContentWriter {

  private final Access access;
  private final long contentId;
  private final long maxBytes;
  private final byte[] chunk;
  private int filled;
  private int chunkCount;
  private long size;
  private boolean ended;
  private boolean sending; // stays set when that failed: part of what was given is gone

  StreamingContentWriter(Access access, long contentId, int chunkBytes, long maxBytes) {
    this.access = access;
    this.contentId = contentId;
    this.maxBytes = maxBytes;
    this.chunk = new byte[chunkBytes];
    execute(new Intent.OpenContent(contentId, chunkBytes));
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    requireOpen();
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (size + length > maxBytes) {
      throw new StoreException(
          Code.MESSAGE_TOO_LARGE,
          "a streamed body has %d bytes and more; the limit is %d."
              .formatted(size + length, maxBytes));
    }
    int done = 0;
    while (done < length) {
      if (filled == chunk.length) {
        send(false);
      }
      int part = Math.min(length - done, chunk.length - filled);
      System.arraycopy(bytes, offset + done, chunk, filled, part);
      filled += part;
      done += part;
    }
    size += length;
  }

  /** Buffered: the sync of the message that takes the body covers all that was written before. */
  private void execute(Intent intent) {
    access.execute(List.of(intent), CommitDurability.BUFFERED);
  }

  private void send(boolean last) {
    Bytes piece = Bytes.copyOf(chunk, 0, filled);
    sending = true;
    execute(new Intent.WriteChunk(contentId, chunkCount, piece, last));
    sending = false;
    chunkCount += piece.isEmpty() ? 0 : 1;
    filled = 0;
  }

  @Override
  public Content finish() {
    requireOpen();
    send(true);
    ended = true;
    return new Content(contentId, size, chunk.length);
  }

  @Override
  public void close() {
    if (!ended) {
      ended = true;
      execute(new Intent.AbandonContent(contentId, chunkCount));
    }
  }

  private void requireOpen() {
    access.requireOpen();
    if (ended || sending) {
      throw new StoreException(
          Code.CONTENT_NOT_READY,
          "the streamed body "
              + contentId
              + " was finished, was given up, or failed. Start a new one.");
    }
  }
}
