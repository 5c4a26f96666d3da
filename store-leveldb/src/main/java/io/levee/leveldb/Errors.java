package io.levee.leveldb;

import io.levee.engine.EngineException;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Code;

/** Turns what the engine says into what the store says; the message goes along. */
final class Errors {

  private Errors() {}

  static StoreException of(EngineException e) {
    Code code =
        switch (e.code()) {
          case CLOSED -> Code.STORE_CLOSED;
          case FAILED -> Code.STORE_FAILED;
          case DISK_FULL -> Code.DISK_FULL;
          case LOCKED -> Code.DIRECTORY_LOCKED;
          case DIRECTORY -> Code.DIRECTORY_UNUSABLE;
          case CORRUPT -> Code.CORRUPT;
          case NATIVE_LIBRARY -> Code.NATIVE_LIBRARY;
          case MISUSE -> throw new IllegalStateException("the store misused its engine", e);
        };
    return new StoreException(code, e.detail(), e);
  }
}
