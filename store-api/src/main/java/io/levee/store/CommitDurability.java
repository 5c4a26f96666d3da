package io.levee.store;

/** What a transaction has survived when its commit is answered. */
public enum CommitDurability {
  /** It survives a power cut. */
  SYNC,
  /** It survives the death of the process; a power cut may take it and everything after it. */
  BUFFERED
}
