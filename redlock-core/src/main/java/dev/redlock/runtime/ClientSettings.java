// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

import dev.redlock.engine.EngineConfig;
import dev.redlock.engine.TokenSource;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.TlsOptions;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.TransportProvider;

/**
 * All that a client is made from, concluded and checked by the builder of the API. Durations in nanoseconds.
 *
 * @param name             of this client: thread name, and what nodes show in CLIENT LIST.
 * @param nodes            the configured nodes.
 * @param engine           limits and times of the engine.
 * @param transport        chooses the transport, when the client is made.
 * @param transportOptions options of that transport.
 * @param tls              how connections with TLS are made.
 * @param isInvoker        whether the caller's thread drives the engine.
 * @param idleStrategy     of the engine thread when it has nothing to do; null to block in the selector.
 * @param ringCapacity     commands on their way; a power of two.
 * @param keyPrefix        put before every key.
 * @param maxKeyBytes      longest key, prefix included.
 * @param maxHandles       handles open at a time.
 * @param startTimeoutNs   for a quorum of nodes to come up.
 * @param closeTimeoutNs   for releases to be confirmed at the end.
 * @param clock            monotonic.
 * @param tokens           source of owner tokens.
 * @param seed             of random delays.
 * @param events           is told the news.
 */
public record ClientSettings(
    String name,
    List<NodeAddress> nodes,
    EngineConfig engine,
    Supplier<TransportProvider> transport,
    Map<String, String> transportOptions,
    TlsOptions tls,
    boolean isInvoker,
    IdleStrategy idleStrategy,
    int ringCapacity,
    byte[] keyPrefix,
    int maxKeyBytes,
    int maxHandles,
    long startTimeoutNs,
    long closeTimeoutNs,
    NanoClock clock,
    TokenSource tokens,
    long seed,
    ClientEvents events)
{
    /**
     * What a transport of this client is opened with.
     */
    TransportContext transportContext(final List<CommandTemplate> templates, final int inFlightPerNode)
    {
        final TransportLimits limits = TransportLimits.DEFAULT;
        final TransportLimits sized = new TransportLimits(inFlightPerNode, limits.unsentBytes(),
            limits.lineBytes(), limits.bulkBytes(), limits.elements(), limits.depth());

        return new TransportContext(nodes, templates, sized, tls, transportOptions);
    }
}
