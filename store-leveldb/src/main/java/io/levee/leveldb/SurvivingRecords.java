package io.levee.leveldb;

import io.levee.engine.Engine;
import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import io.levee.engine.KeyRange;
import io.levee.engine.ScanVisitor;
import io.levee.leveldb.key.Seal;
import java.util.Arrays;
import java.util.Optional;

/**
 * The records of a store as far as they can be read. Where the engine ends a scan at bytes that it
 * cannot read, this one goes on behind them and tells what lies between.
 *
 * <p>Of the keys that other tables have between, none is handed out: what cannot be read may hold a
 * newer value, or that the key was deleted.
 */
final class SurvivingRecords {

  /** Is told what cannot be read. */
  interface GapListener {
    /**
     * Something between two keys cannot be read.
     *
     * @param before the last key before it, or null
     * @param behind the first key behind it, or null
     * @param reason what the engine says
     */
    void gap(byte[] before, byte[] behind, String reason);
  }

  private final Engine engine;

  SurvivingRecords(Engine engine) {
    this.engine = engine;
  }

  /** Visits every record of {@code range} that can be read, those with a broken seal included. */
  void scanAll(KeyRange range, ScanVisitor visitor, GapListener listener) {
    new Pass(range, visitor, listener).run();
  }

  /** Visits every record of {@code range} that can be read and whose seal is whole. */
  void scan(KeyRange range, ScanVisitor visitor) {
    scanAll(
        range,
        (key, value) -> !Seal.isIntact(key, value) || visitor.visit(key, value),
        (before, behind, reason) -> {});
  }

  /** Whether {@code key} is certainly not there. */
  boolean isMissing(byte[] key) {
    try {
      return engine.get(key).isEmpty();
    } catch (EngineException e) {
      return refuseUnlessUnreadable(e);
    }
  }

  /** The value of {@code key}; empty when there is none, or none that can be read. */
  Optional<byte[]> find(byte[] key) {
    return read(key).filter(value -> Seal.isIntact(key, value));
  }

  private Optional<byte[]> read(byte[] key) {
    try {
      return engine.get(key);
    } catch (EngineException e) {
      refuseUnlessUnreadable(e);
      return Optional.empty();
    }
  }

  private static boolean refuseUnlessUnreadable(EngineException e) {
    if (e.code() != Code.CORRUPT) {
      throw e;
    }
    return false;
  }

  /** One walk over a range, in as many scans as there are gaps to step over. */
  private final class Pass {
    private final KeyRange range;
    private final ScanVisitor visitor;
    private final GapListener listener;
    private byte[] from;
    private byte[] visited;
    private byte[] gapBefore;
    private String gapReason;

    Pass(KeyRange range, ScanVisitor visitor, GapListener listener) {
      this.range = range;
      this.visitor = visitor;
      this.listener = listener;
      this.from = range.first();
    }

    void run() {
      while (!isReadToTheEnd()) {
        stepOverDamage();
      }
      endGap(null);
    }

    private boolean isReadToTheEnd() {
      try {
        engine.scan(KeyRange.closedOpen(from, range.end()), this::visit);
        return true;
      } catch (EngineException e) {
        return refuseUnlessUnreadable(e);
      }
    }

    private boolean visit(byte[] key, byte[] value) {
      endGap(key);
      visited = key;
      if (Arrays.compareUnsigned(key, from) >= 0) { // a damaged index may lead back
        from = Arrays.copyOf(key, key.length + 1);
      }
      return visitor.visit(key, value);
    }

    private void stepOverDamage() {
      byte[] resumed = ReadableAgain.firstFrom(engine, KeyRange.closedOpen(from, range.end()));
      if (gapReason == null) {
        gapBefore = visited;
        gapReason = reason(KeyRange.closedOpen(from, resumed));
      }
      from = resumed;
    }

    /** Asked for no more than cannot be read, the engine names the fewest tables. */
    private String reason(KeyRange gap) {
      try {
        engine.scan(gap, (key, value) -> true);
        return "it was not readable a moment ago";
      } catch (EngineException e) {
        return e.detail();
      }
    }

    private void endGap(byte[] behind) {
      if (gapReason != null) {
        listener.gap(gapBefore, behind, gapReason);
        gapReason = null;
      }
    }
  }
}
