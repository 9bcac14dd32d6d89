// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.admission.DisabledCommands;
import dev.redlock.client.tck.admission.FlappedNodes;
import dev.redlock.client.tck.admission.LeastRights;
import dev.redlock.client.tck.admission.RoleChanges;
import dev.redlock.client.tck.admission.UnfitNodes;
import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.client.tck.suite.ClientSuites;

/**
 * The whole client over a transport, against real servers that may not vote: misfit, without the rights, or a
 * replica for a moment. A test class of the transport extends it; long tests carry the tag {@code proof}.
 *
 * @see MemoryFaults
 */
public abstract class AdmissionFaults extends ClientSuites
{
    /**
     * Chooses what to test.
     *
     * @param transport that the clients use.
     */
    protected AdmissionFaults(final TransportChoice transport)
    {
        super(transport, ClientMode.DEDICATED_BLOCKING);
    }

    @Nested
    @Tag("proof")
    class Unfit extends UnfitNodes
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Disabled extends DisabledCommands
    {
    }

    @Nested
    @Tag("proof")
    class Roles extends RoleChanges
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Flapped extends FlappedNodes
    {
    }

    @Nested
    class Rights extends LeastRights
    {
    }
}
