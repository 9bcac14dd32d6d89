// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import org.junit.jupiter.api.Nested;

import dev.redlock.client.tck.behaviour.CloseBehaviour;
import dev.redlock.client.tck.behaviour.LeaseBehaviour;
import dev.redlock.client.tck.behaviour.LockViewBehaviour;
import dev.redlock.client.tck.behaviour.ValidityBehaviour;
import dev.redlock.client.tck.behaviour.WaitingBehaviour;
import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.client.tck.suite.ClientSuites;

/**
 * What an application sees of a client over a transport, in one mode. A test class of the transport extends
 * it for each mode.
 */
public abstract class ClientBehaviour extends ClientSuites
{
    /**
     * Chooses what to test.
     *
     * @param transport that the clients use.
     * @param mode      how the client is driven.
     */
    protected ClientBehaviour(final TransportChoice transport, final ClientMode mode)
    {
        super(transport, mode);
    }

    @Nested
    class Lease extends LeaseBehaviour
    {
    }

    @Nested
    class Validity extends ValidityBehaviour
    {
    }

    @Nested
    class Waiting extends WaitingBehaviour
    {
    }

    @Nested
    class Close extends CloseBehaviour
    {
    }

    @Nested
    class LockView extends LockViewBehaviour
    {
    }
}
