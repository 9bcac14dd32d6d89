// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.client.tck.clock.AheadClock;
import dev.redlock.client.tck.clock.WrongClocks;
import dev.redlock.client.tck.node.DyingNodes;
import dev.redlock.client.tck.node.FloodingNodes;
import dev.redlock.client.tck.node.LeaseStrength;
import dev.redlock.client.tck.node.MutatedAnswers;
import dev.redlock.client.tck.node.ServerErrors;
import dev.redlock.client.tck.node.SharedMachine;
import dev.redlock.client.tck.node.StoppedNodes;
import dev.redlock.client.tck.node.WrongAnswers;
import dev.redlock.client.tck.suite.ClientSuites;

/**
 * The whole client over a transport, against real servers that die, fall silent, flood or lie in every way we
 * know. A test class of the transport extends it; long tests carry the tag {@code proof}.
 *
 * @see ClientFaults
 */
public abstract class NodeFaults extends ClientSuites
{
    /**
     * Chooses what to test.
     *
     * @param transport that the clients use.
     */
    protected NodeFaults(final TransportChoice transport)
    {
        super(transport, ClientMode.DEDICATED_BLOCKING);
    }

    @Nested
    class Dying extends DyingNodes
    {
    }

    @Nested
    @Tag("proof")
    class Stopped extends StoppedNodes
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Machine extends SharedMachine
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Clocks extends WrongClocks
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Ahead extends AheadClock
    {
    }

    @Nested
    @Tag("client")
    class Errors extends ServerErrors
    {
    }

    @Nested
    class Wrong extends WrongAnswers
    {
    }

    @Nested
    @Tag("ours")
    class Flooding extends FloodingNodes
    {
    }

    @Nested
    @Tag("proof")
    class Mutated extends MutatedAnswers
    {
    }

    @Nested
    @Tag("client")
    class Strength extends LeaseStrength
    {
    }
}
