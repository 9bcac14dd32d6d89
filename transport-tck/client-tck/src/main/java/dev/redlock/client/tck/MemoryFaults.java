// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.client.tck.memory.DeclaredNodes;
import dev.redlock.client.tck.memory.EmptiedNodes;
import dev.redlock.client.tck.memory.EvictingNodes;
import dev.redlock.client.tck.memory.QuarantinedNodes;
import dev.redlock.client.tck.suite.ClientSuites;

/**
 * The whole client over a transport, against real servers that forgot their votes, or may forget them:
 * started again, emptied, declared otherwise, or evicting. A test class of the transport extends it; long
 * tests carry the tag {@code proof}.
 *
 * @see AdmissionFaults
 */
public abstract class MemoryFaults extends ClientSuites
{
    /**
     * Chooses what to test.
     *
     * @param transport that the clients use.
     */
    protected MemoryFaults(final TransportChoice transport)
    {
        super(transport, ClientMode.DEDICATED_BLOCKING);
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Quarantined extends QuarantinedNodes
    {
    }

    @Nested
    @Tag("proof")
    class Emptied extends EmptiedNodes
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Declared extends DeclaredNodes
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Evicting extends EvictingNodes
    {
    }
}
