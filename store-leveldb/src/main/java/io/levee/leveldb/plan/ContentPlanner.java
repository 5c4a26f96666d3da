package io.levee.leveldb.plan;

import io.levee.leveldb.change.BodyChunked;
import io.levee.leveldb.change.ChunkWritten;
import io.levee.leveldb.change.ContentAbandoned;
import io.levee.leveldb.change.ContentOpened;
import io.levee.leveldb.change.ContentTaken;
import io.levee.leveldb.change.Image.UnfinishedContent;
import io.levee.leveldb.change.Intent;
import io.levee.store.Bytes;
import io.levee.store.Content;
import io.levee.store.Message;
import io.levee.store.Receipt.Status;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;
import java.util.Optional;
import java.util.function.Predicate;

/** Bodies that are too large to lie with their header: cut into chunks, or streamed before. */
final class ContentPlanner {

  /** Where a body lies: here, or in chunks. */
  record Placed(Bytes inline, long contentId, int chunkBytes) {}

  private ContentPlanner() {}

  /** Decides where the body of a message lies. */
  static Placed place(Message.Body body, Draft draft) {
    if (body instanceof Content content) {
      return take(content, draft);
    }
    Bytes bytes = ((Message.Inline) body).bytes();
    if (bytes.size() <= draft.limits().inlineBytes()) {
      return new Placed(bytes, 0, 0);
    }
    return cut(bytes, draft);
  }

  /** Puts a body where it stays, apart from its message, which will be written once more. */
  static Placed placeApart(Message.Body body, Draft draft) {
    if (body instanceof Content content) {
      return take(content, draft);
    }
    Bytes bytes = ((Message.Inline) body).bytes();
    return bytes.isEmpty() ? new Placed(Bytes.EMPTY, 0, 0) : cut(bytes, draft);
  }

  private static Placed cut(Bytes bytes, Draft draft) {
    long contentId = draft.nextContentId();
    int chunkBytes = draft.limits().chunkBytes();
    draft.add(new BodyChunked(contentId, bytes, chunkBytes));
    return new Placed(Bytes.EMPTY, contentId, chunkBytes);
  }

  private static Placed take(Content content, Draft draft) {
    Optional<UnfinishedContent> streamed = draft.image().unfinished(content.contentId());
    if (streamed.filter(is(content)).isEmpty() || !draft.takeContent(content.contentId())) {
      throw new StoreException(
          Code.CONTENT_NOT_READY,
          content
              + " is not a finished body of this store that no message has taken. Stream it again.");
    }
    draft.add(new ContentTaken(content.contentId()));
    return new Placed(Bytes.EMPTY, content.contentId(), content.chunkBytes());
  }

  /** Whether a body is finished, and the one that {@code content} names. */
  private static Predicate<UnfinishedContent> is(Content content) {
    return streamed ->
        streamed.finished()
            && streamed.size() == content.size()
            && streamed.chunkBytes() == content.chunkBytes();
  }

  static void open(Intent.OpenContent intent, Draft draft) {
    draft.add(new ContentOpened(intent.contentId(), intent.chunkBytes()));
    draft.outcome(Status.APPLIED, null);
  }

  static void write(Intent.WriteChunk intent, Draft draft) {
    UnfinishedContent streamed = require(intent.contentId(), draft);
    if (intent.ordinal() != streamed.chunkCount()) {
      throw new StoreException(
          Code.CONTENT_NOT_READY,
          "chunk %d of the streamed body %d comes after %d chunks. Stream it again."
              .formatted(intent.ordinal(), intent.contentId(), streamed.chunkCount()));
    }
    if (streamed.size() + intent.bytes().size() > draft.limits().maxBodyBytes()) {
      throw new StoreException(
          Code.MESSAGE_TOO_LARGE,
          "a streamed body has %d bytes and more; the limit is %d."
              .formatted(streamed.size() + intent.bytes().size(), draft.limits().maxBodyBytes()));
    }
    draft.add(
        new ChunkWritten(intent.contentId(), intent.ordinal(), intent.bytes(), intent.last()));
    draft.outcome(Status.APPLIED, null);
  }

  static void abandon(Intent.AbandonContent intent, Draft draft) {
    if (draft.image().unfinished(intent.contentId()).isEmpty()) {
      draft.outcome(Status.ABSENT, null);
      return;
    }
    int written = draft.image().unfinished(intent.contentId()).get().chunkCount();
    int chunkCount = Math.max(written, intent.chunkCount());
    draft.add(new ContentAbandoned(intent.contentId(), chunkCount));
    draft.outcome(Status.APPLIED, null);
  }

  static void discard(Intent.DiscardContent intent, Draft draft) {
    draft.outcome(abandon(intent.content(), draft) ? Status.APPLIED : Status.ABSENT, null);
  }

  /**
   * A message is not stored, and its streamed body with it.
   *
   * @return whether there was one that no message has taken
   */
  static boolean abandon(Message.Body body, Draft draft) {
    if (!(body instanceof Content content)) {
      return false;
    }
    Optional<UnfinishedContent> streamed =
        draft.image().unfinished(content.contentId()).filter(is(content));
    if (streamed.isEmpty() || !draft.takeContent(content.contentId())) {
      return false;
    }
    draft.add(new ContentAbandoned(content.contentId(), streamed.get().chunkCount()));
    return true;
  }

  private static UnfinishedContent require(long contentId, Draft draft) {
    return draft
        .image()
        .unfinished(contentId)
        .filter(content -> !content.finished())
        .orElseThrow(
            () ->
                new StoreException(
                    Code.CONTENT_NOT_READY,
                    "the streamed body " + contentId + " is not open. Stream it again."));
  }
}
