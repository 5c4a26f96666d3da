package io.levee.leveldb.engine;

import io.levee.engine.Engine;

/**
 * An engine that was just opened.
 *
 * @param engine the engine; its owner closes it
 * @param report what the open found
 */
public record OpenedEngine(Engine engine, OpenReport report) {}
