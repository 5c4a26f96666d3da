package io.levee.engine;

/** What a write has survived when it returns. Named at every call, so that no default decides. */
public enum Durability {
  /** The batch survives a power cut: it is on stable storage before the call returns. */
  SYNC,
  /** The batch survives the death of the process; a power cut may take it and all after it. */
  BUFFERED
}
