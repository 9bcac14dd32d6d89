// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.client.tck.network.CutConnections;
import dev.redlock.client.tck.network.DurableLocks;
import dev.redlock.client.tck.network.FencedLocks;
import dev.redlock.client.tck.network.LateAnswers;
import dev.redlock.client.tck.network.LateRequests;
import dev.redlock.client.tck.network.NothingResent;
import dev.redlock.client.tck.network.OurLimits;
import dev.redlock.client.tck.network.OutagesUnderLeases;
import dev.redlock.client.tck.network.QuorumTruthTable;
import dev.redlock.client.tck.network.RefusedReleases;
import dev.redlock.client.tck.network.SilentConnections;
import dev.redlock.client.tck.network.SplitVote;
import dev.redlock.client.tck.suite.ClientSuites;

/**
 * The whole client over a transport, while connections and answers fail in every way we know, against real
 * servers. A test class of the transport extends it; long tests carry the tag {@code proof}.
 *
 * @see NodeFaults
 */
public abstract class ClientFaults extends ClientSuites
{
    /**
     * Chooses what to test.
     *
     * @param transport that the clients use.
     */
    protected ClientFaults(final TransportChoice transport)
    {
        super(transport, ClientMode.DEDICATED_BLOCKING);
    }

    @Nested
    @Tag("client")
    class TruthTable extends QuorumTruthTable
    {
    }

    @Nested
    class Late extends LateAnswers
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Limits extends OurLimits
    {
    }

    @Nested
    class HeldRequests extends LateRequests
    {
    }

    @Nested
    @Tag("client")
    class Split extends SplitVote
    {
    }

    @Nested
    class Cuts extends CutConnections
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Outages extends OutagesUnderLeases
    {
    }

    @Nested
    @Tag("proof")
    class Once extends NothingResent
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Refused extends RefusedReleases
    {
    }

    @Nested
    @Tag("client")
    class Fenced extends FencedLocks
    {
    }

    @Nested
    class Durable extends DurableLocks
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Silent extends SilentConnections
    {
    }
}
