// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.harness;

import java.util.Map;

import dev.redlock.spi.TransportProvider;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.tck.node.FakeNode;
import dev.redlock.tck.node.FakeScript;

/**
 * The world in which a transport is tested: three nodes that can be looked at from outside, the network to
 * them, and the time by which the transport waits.
 */
public interface TckHarness extends AutoCloseable
{
    /**
     * How many nodes there are.
     */
    int NODES = 3;

    /**
     * What is tested.
     *
     * @return the same every time.
     */
    TransportProvider provider();

    /**
     * The options to open it with.
     *
     * @return option names and values.
     */
    default Map<String, String> options()
    {
        return Map.of();
    }

    /**
     * How connections with TLS are made, if nodes want it.
     *
     * @return the settings.
     */
    default TlsOptions tls()
    {
        return TlsOptions.PLATFORM;
    }

    /**
     * Whether calls from a foreign thread get {@link IllegalStateException}. A transport without this check
     * must say so in its documentation, and here in its harness.
     *
     * @return true unless overridden.
     */
    default boolean refusesForeignThreads()
    {
        return true;
    }

    /**
     * Whether the transport tells that the nodes are on its machine, as those of a test with sockets are.
     * One that cannot tell says so in its documentation, and here.
     *
     * @return true unless overridden.
     */
    default boolean tellsLocalNodes()
    {
        return true;
    }

    /**
     * Called before each test: the nodes run and are empty, no script is cached, and there are no faults. All
     * transports of earlier tests are closed.
     */
    void reset();

    /**
     * One of the nodes.
     *
     * @param index 0 to {@link #NODES} - 1.
     * @return the node.
     */
    TckNode node(int index);

    /**
     * An address where nobody listens, so that the system refuses connections.
     *
     * @return an address; the same at any time of a test.
     */
    NodeAddress nobody();

    /**
     * A server that answers each command with bytes that are no reply to it: not RESP, beyond the transport's
     * limits, or more replies than commands.
     *
     * @param answer what it sends each time; a harness without bytes may ignore what they are.
     * @return where it listens until {@link #reset()}.
     */
    NodeAddress nonsense(byte[] answer);

    /**
     * A server with sockets that answers what a script says, and knows how its connections have ended.
     *
     * @param script that answers.
     * @return a server until {@link #reset()}; null in a world without sockets.
     */
    default FakeNode scripted(final FakeScript script)
    {
        return null;
    }

    /**
     * The clock of polls that wait.
     *
     * @return nanoseconds since any instant.
     */
    long nowNs();

    /**
     * Lets a little time pass without the transport being driven.
     *
     * @param durationNs about how much.
     */
    void pass(long durationNs);

    /**
     * Runs something on another thread.
     *
     * @param delayNs about how long from now.
     * @param action  to run once.
     */
    void later(long delayNs, Runnable action);

    /**
     * Called after the last test. Idempotent.
     */
    @Override
    void close();
}
