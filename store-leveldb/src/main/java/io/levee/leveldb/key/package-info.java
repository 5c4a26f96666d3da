/**
 * Every byte the store keeps: the families of keys, how each key and each value is laid out, the
 * seal that protects values, and both as text.
 *
 * <p>Owns all formats on disk. Must not know when or why something is written.
 */
package io.levee.leveldb.key;
