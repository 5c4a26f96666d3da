package io.levee.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A raw engine that is as delicate as a native one, and says so: where that would crash the
 * process, this throws, and remembers that it did.
 */
final class CheckingRawEngine implements RawEngine {

  final List<String> violations = new ArrayList<>();
  final AtomicInteger writes = new AtomicInteger();
  volatile RuntimeException nextWriteFailure;

  private final TreeMap<String, byte[]> entries = new TreeMap<>();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger writing = new AtomicInteger();
  private volatile boolean closing;
  private volatile boolean writeFailed;

  @Override
  public Optional<byte[]> get(byte[] key) {
    enter("get");
    try {
      synchronized (entries) {
        return Optional.ofNullable(entries.get(name(key)));
      }
    } finally {
      running.decrementAndGet();
    }
  }

  @Override
  public boolean scan(KeyRange range, ScanVisitor visitor) {
    enter("scan");
    try {
      List<byte[]> values;
      synchronized (entries) {
        values = List.copyOf(entries.values());
      }
      for (byte[] value : values) {
        if (!visitor.visit(value, value)) {
          return false;
        }
      }
      return true;
    } finally {
      running.decrementAndGet();
    }
  }

  @Override
  public void write(Batch batch, Durability durability) {
    enter("write");
    try {
      check(writing.incrementAndGet() == 1, "two writes at once");
      check(!writeFailed, "a write after one that failed");
      RuntimeException failure = nextWriteFailure;
      nextWriteFailure = null;
      if (failure != null) {
        writeFailed =
            !(failure instanceof EngineException e) || e.code() != EngineException.Code.DISK_FULL;
        throw failure;
      }
      batch.forEach(
          new Batch.Visitor() {
            @Override
            public void put(byte[] key, byte[] value) {
              synchronized (entries) {
                entries.put(name(key), value);
              }
            }

            @Override
            public void delete(byte[] key) {
              synchronized (entries) {
                entries.remove(name(key));
              }
            }
          });
      writes.incrementAndGet();
    } finally {
      writing.decrementAndGet();
      running.decrementAndGet();
    }
  }

  @Override
  public void compact(KeyRange range) {
    enter("compact");
    running.decrementAndGet();
  }

  @Override
  public long approximateSizeBytes(KeyRange range) {
    return enterAndLeave("approximateSizeBytes");
  }

  @Override
  public long diskBytes() {
    return enterAndLeave("diskBytes");
  }

  @Override
  public long usableDiskBytes() {
    return enterAndLeave("usableDiskBytes");
  }

  @Override
  public void close() {
    check(!closing, "a second close");
    closing = true;
    check(running.get() == 0, "a close during " + running.get() + " calls");
  }

  private long enterAndLeave(String call) {
    enter(call);
    running.decrementAndGet();
    return 0;
  }

  private void enter(String call) {
    running.incrementAndGet();
    check(!closing, call + " during or after close");
  }

  private void check(boolean kept, String violation) {
    if (!kept) {
      synchronized (violations) {
        violations.add(violation);
      }
      throw new AssertionError(violation);
    }
  }

  private static String name(byte[] key) {
    return new String(key, ISO_8859_1);
  }
}
