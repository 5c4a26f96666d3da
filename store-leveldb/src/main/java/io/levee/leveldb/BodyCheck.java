package io.levee.leveldb;

import io.levee.leveldb.key.EntryRecord;
import io.levee.leveldb.key.HeadRecord;
import io.levee.leveldb.key.KeyFamily;
import io.levee.leveldb.key.Keys;
import io.levee.store.Position;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The chunks of large bodies against the messages and unfinished streams that own them. */
final class BodyCheck {

  private final SurvivingRecords records;
  private final CheckFindings findings;
  private final Map<Long, Long> chunkBytes = new HashMap<>();
  private final Set<Long> ownedContents = new HashSet<>();

  BodyCheck(SurvivingRecords records, CheckFindings findings) {
    this.records = records;
    this.findings = findings;
  }

  /** Reads how large each body is, and which belong to a stream. */
  void load() {
    records.scan(
        Keys.family(KeyFamily.CHUNK),
        (key, value) -> {
          chunkBytes.merge(Keys.contentOf(key), value.length - 4L, Long::sum);
          return true;
        });
    records.scan(
        Keys.family(KeyFamily.UNFINISHED),
        (key, value) -> {
          ownedContents.add(Keys.contentOf(key));
          return true;
        });
  }

  /** Checks the body of a message that is on disk, live or to be erased. */
  void check(Position position, EntryRecord entry) {
    check(position.toString(), entry);
  }

  /** Checks the body of {@code place}, a stored message or one that a branch promises. */
  void check(String place, EntryRecord entry) {
    if (!entry.chunked()) {
      return;
    }
    ownedContents.add(entry.contentId());
    long found = chunkBytes.getOrDefault(entry.contentId(), 0L);
    if (found != entry.bodySize()) {
      findings.add(
          "the chunks of %s have %d bytes, not %d".formatted(place, found, entry.bodySize()));
    }
  }

  /** Looks for bodies that nobody has, when all messages were checked. */
  void checkOwners(HeadRecord head) {
    for (long contentId : chunkBytes.keySet()) {
      if (!ownedContents.contains(contentId) && areOwnersKnown()) {
        findings.add("the chunks of body %d belong to no message".formatted(contentId));
      }
      if (contentId >= head.nextContentId()) {
        findings.add("body %d has a number that was not given yet".formatted(contentId));
      }
    }
  }

  private boolean areOwnersKnown() {
    return !findings.isDamaged(KeyFamily.ENTRY) && !findings.isDamaged(KeyFamily.PREPARED);
  }
}
