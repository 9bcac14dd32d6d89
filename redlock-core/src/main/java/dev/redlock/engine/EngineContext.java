// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.settings.Meter;
import dev.redlock.engine.settings.NodeEvents;
import dev.redlock.engine.settings.TokenSource;
import dev.redlock.engine.wire.Commands;
import dev.redlock.spi.Transport;

/**
 * What an engine works with.
 *
 * @param config    limits and times.
 * @param transport to the nodes; its handler must pass everything on to the engine.
 * @param commands  the templates that the transport was opened with.
 * @param tokens    source of owner tokens.
 * @param seed      of the random delays.
 * @param meter     for measurements.
 * @param events    for news of the nodes.
 */
public record EngineContext(EngineConfig config, Transport transport, Commands commands, TokenSource tokens,
    long seed, Meter meter, NodeEvents events)
{
}
