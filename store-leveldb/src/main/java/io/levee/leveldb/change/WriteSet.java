package io.levee.leveldb.change;

/** Takes the keys that a change writes; they are applied together or not at all. */
public interface WriteSet {

  /** Puts a sealed value. */
  void put(byte[] key, byte[] sealed);

  /** Deletes a key; that it is not there is not an error. */
  void delete(byte[] key);
}
