package io.levee.leveldb.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Reads the records of one of LevelDB's logs, which its manifests are as well, and tells a log that
 * ends in the middle of a record from one that is damaged in its middle.
 *
 * <pre>
 *   log      = block*                  a block is 32 KiB, the last may be shorter
 *   block    = fragment*, unused       less than 7 bytes, zero
 *   fragment = crc u32, length u16, kind u8, payload       all little-endian
 *   crc      = CRC-32C of kind and payload, rotated right by 15 bits, plus 0xA282EAD8
 *   kind     = 1 a whole record, 2 its first part, 3 a middle part, 4 its last part
 * </pre>
 *
 * <p>LevelDB maps its log ahead of what it writes, so that a log whose writer was killed ends in
 * zeros. Whatever is no fragment, zeros or not, is a gap; behind a gap the search goes on at every
 * byte, because LevelDB itself would silently go on at the next block.
 */
final class LogRecords {

  /** Receives the whole records of a log. */
  interface Visitor {
    /**
     * One record whose checksums are right.
     *
     * @param offset where it begins
     * @param head its first bytes, as many as the reader was asked to keep
     * @param gap where the log was interrupted before it, or {@link #NONE}
     */
    void record(long offset, byte[] head, long gap) throws IOException;
  }

  /**
   * How a log ends.
   *
   * @param gap where its records stop, or {@link #NONE} when they fill the file
   * @param droppedBytes how much was written behind that, zeros at the end not counted
   */
  record End(long gap, long droppedBytes) {}

  static final long NONE = -1;

  private static final int BLOCK_BYTES = 32 << 10;
  private static final int HEADER_BYTES = 7;
  private static final int CRC_DELTA = 0xA282EAD8;
  private static final int FULL = 1;
  private static final int FIRST = 2;
  private static final int LAST = 4;

  private final Visitor visitor;
  private final int keptBytes;
  private final byte[] block = new byte[BLOCK_BYTES];
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();
  private int blockLength;
  private long blockOffset;
  private long begunAt = NONE;
  private long gap = NONE;
  private long writtenEnd;

  private LogRecords(Visitor visitor, int keptBytes) {
    this.visitor = visitor;
    this.keptBytes = keptBytes;
  }

  /** Hands the first {@code keptBytes} of every record of {@code log} to {@code visitor}. */
  static End read(Path log, int keptBytes, Visitor visitor) throws IOException {
    LogRecords records = new LogRecords(visitor, keptBytes);
    try (InputStream in = Files.newInputStream(log)) {
      while (records.nextBlock(in)) {
        records.readBlock();
      }
    }
    if (records.begunAt != NONE) {
      records.interrupt(records.begunAt);
    }
    return new End(
        records.gap, records.gap == NONE ? 0 : Math.max(0, records.writtenEnd - records.gap));
  }

  private boolean nextBlock(InputStream in) throws IOException {
    blockOffset += blockLength;
    blockLength = in.readNBytes(block, 0, BLOCK_BYTES);
    for (int i = blockLength - 1; i >= 0; i--) {
      if (block[i] != 0) {
        writtenEnd = blockOffset + i + 1;
        break;
      }
    }
    return blockLength > 0;
  }

  private void readBlock() throws IOException {
    int at = 0;
    while (blockLength - at >= HEADER_BYTES) {
      if (isFragment(at)) {
        fragment(at, block[at + 6]);
        at += HEADER_BYTES + length(at);
      } else {
        interrupt(begunAt == NONE ? blockOffset + at : begunAt);
        do {
          at++;
        } while (blockLength - at >= HEADER_BYTES && !isFragment(at));
      }
    }
    if (at < blockLength && blockLength < BLOCK_BYTES) {
      interrupt(begunAt == NONE ? blockOffset + at : begunAt);
    }
  }

  private void fragment(int at, int kind) throws IOException {
    long offset = blockOffset + at;
    boolean begins = kind == FULL || kind == FIRST;
    if (begins == (begunAt != NONE)) {
      interrupt(begins ? begunAt : offset); // a first part without its last, or the reverse
    }
    if (begins) {
      begunAt = offset;
      head.reset();
    }
    if (begunAt != NONE) {
      head.write(block, at + HEADER_BYTES, Math.min(length(at), keptBytes - head.size()));
      if (kind == FULL || kind == LAST) {
        long began = begunAt;
        begunAt = NONE;
        visitor.record(began, head.toByteArray(), gap);
      }
    }
  }

  private void interrupt(long at) {
    begunAt = NONE;
    if (gap == NONE) {
      gap = at;
    }
  }

  private boolean isFragment(int at) {
    int kind = block[at + 6];
    int length = length(at);
    if (kind < FULL || kind > LAST || length > blockLength - at - HEADER_BYTES) {
      return false;
    }
    CRC32C crc = new CRC32C();
    crc.update(block, at + 6, 1 + length);
    return Integer.rotateRight((int) crc.getValue(), 15) + CRC_DELTA == crc(at);
  }

  private int length(int at) {
    return (block[at + 4] & 0xFF) | (block[at + 5] & 0xFF) << 8;
  }

  private int crc(int at) {
    return (block[at] & 0xFF)
        | (block[at + 1] & 0xFF) << 8
        | (block[at + 2] & 0xFF) << 16
        | (block[at + 3] & 0xFF) << 24;
  }
}
