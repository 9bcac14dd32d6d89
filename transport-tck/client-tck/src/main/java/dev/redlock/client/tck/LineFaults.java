// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.client.tck.line.BesideOthers;
import dev.redlock.client.tck.line.BrokenLines;
import dev.redlock.client.tck.line.ForgedMessages;
import dev.redlock.client.tck.line.LinesWithoutRights;
import dev.redlock.client.tck.line.LostMembers;
import dev.redlock.client.tck.line.WaitingInLine;
import dev.redlock.client.tck.suite.ClientSuites;

/**
 * Clients that wait in line at the nodes over a transport that tells messages, against real servers, while
 * those in line, holders and nodes fail. A test class of the transport extends it; long tests carry the tag
 * {@code proof}.
 *
 * @see ClientFaults
 */
public abstract class LineFaults extends ClientSuites
{
    /**
     * Chooses what to test.
     *
     * @param transport that the clients use.
     */
    protected LineFaults(final TransportChoice transport)
    {
        super(transport, ClientMode.DEDICATED_BLOCKING);
    }

    @Nested
    class InLine extends WaitingInLine
    {
    }

    @Nested
    class Broken extends BrokenLines
    {
    }

    @Nested
    class Rights extends LinesWithoutRights
    {
    }

    @Nested
    class Forged extends ForgedMessages
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Beside extends BesideOthers
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Lost extends LostMembers
    {
    }
}
