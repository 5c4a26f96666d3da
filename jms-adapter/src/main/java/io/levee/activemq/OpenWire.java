package io.levee.activemq;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.activemq.command.CommandTypes;
import org.apache.activemq.openwire.OpenWireFormat;

/**
 * ActiveMQ's own encoding of commands, as it is kept on disk: loose, without caches and size, so
 * that every record can be read by itself. What is written has one version; what was written with
 * another one is read with that.
 */
final class OpenWire {

  /** The version that is written; it is recorded beside what was written with it. */
  static final int VERSION = CommandTypes.PROTOCOL_VERSION;

  // One format marshals one command at a time, so threads that marshal together need one each.
  private final Queue<OpenWireFormat> idleWriters = new ConcurrentLinkedQueue<>();
  private final Map<Integer, OpenWireFormat> readers = new ConcurrentHashMap<>();

  /** Runs {@code work} with a format that no other thread uses meanwhile. */
  void write(Object command, DataOutput out) throws IOException {
    OpenWireFormat idle = idleWriters.poll();
    OpenWireFormat writer = idle == null ? format(VERSION) : idle;
    try {
      writer.marshal(command, out);
    } finally {
      idleWriters.add(writer);
    }
  }

  /** The command with its version before it. */
  byte[] toBytes(Object command) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(VERSION);
    write(command, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  /** Reads what was written with {@code version}. */
  Object read(int version, DataInput in) throws IOException {
    return readers.computeIfAbsent(version, OpenWire::format).unmarshal(in);
  }

  /** The encoding itself in that version, for one thread. */
  static OpenWireFormat format(int version) {
    OpenWireFormat format = new OpenWireFormat(version);
    format.setCacheEnabled(false);
    format.setTightEncodingEnabled(false);
    format.setSizePrefixDisabled(true);
    format.setMaxFrameSizeEnabled(false);
    return format;
  }
}
