package io.levee.leveldb.engine;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.levee.engine.EngineException;
import io.levee.engine.EngineException.Code;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The right of one engine to one directory, against other processes and against this one.
 *
 * <p>LevelDB's own lock does not do: a POSIX lock is lost as soon as its process closes
 * <em>any</em> descriptor of the file, which a second open in the same process would do. For the
 * same reason the lock file {@value #FILE} is only opened after this process has entered the
 * directory in a table of its own. The table is the system properties: they are one per process,
 * where a static field is one per class loader. Its key is the identity of the directory, so that a
 * symbolic link or a bind mount is no second way in.
 *
 * <p>The file holds the id of the process that has the lock, for the message to the next one.
 */
final class DirectoryLock implements AutoCloseable {

  static final String FILE = "levee.lock";

  private final String entry;
  private final FileChannel channel;

  private DirectoryLock(String entry, FileChannel channel) {
    this.entry = entry;
    this.channel = channel;
  }

  /** Takes the lock of {@code directory}, which exists. */
  static DirectoryLock take(Path directory) throws IOException {
    String entry = entry(directory);
    if (System.getProperties().putIfAbsent(entry, directory.toString()) != null) {
      throw new EngineException(
          Code.LOCKED, directory + " is already open in this process; close that store first");
    }
    try {
      return new DirectoryLock(entry, Uninterrupted.call(() -> lock(directory)));
    } catch (IOException | RuntimeException e) {
      System.getProperties().remove(entry);
      throw e;
    }
  }

  /** Whether {@code directory} is still what was locked, and was not replaced meanwhile. */
  boolean isOn(Path directory) throws IOException {
    return entry.equals(entry(directory));
  }

  private static String entry(Path directory) throws IOException {
    return "io.levee.lock." + identity(directory);
  }

  /** Gives the directory back; again, it does nothing. */
  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      try {
        channel.close();
      } finally {
        System.getProperties().remove(entry);
      }
    }
  }

  @SuppressWarnings("resource") // the channel is the lock; it is closed with it
  private static FileChannel lock(Path directory) throws IOException {
    FileChannel channel = FileChannel.open(directory.resolve(FILE), CREATE, READ, WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock == null) {
        String owner = readOwner(channel);
        channel.close();
        throw new EngineException(
            Code.LOCKED, directory + " is open in another process" + owner + "; stop it first");
      }
      writeOwner(channel);
      return channel;
    } catch (OverlappingFileLockException e) {
      // The table was tampered with. The channel stays open: its close would give the lock away.
      throw new EngineException(Code.LOCKED, directory + " is already open in this process", e);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static String readOwner(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(32);
    channel.read(text, 0);
    String owner = new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip();
    return owner.isEmpty() ? "" : ", process " + owner;
  }

  /** In place and of one width: on a full disk there is no room for another block. */
  private static void writeOwner(FileChannel channel) throws IOException {
    String owner = String.format("%-19d\n", ProcessHandle.current().pid());
    channel.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.US_ASCII)), 0);
  }

  private static String identity(Path directory) throws IOException {
    Path real = directory.toRealPath();
    Object key = Files.readAttributes(real, BasicFileAttributes.class).fileKey();
    return key == null ? real.toString() : key.toString();
  }
}
