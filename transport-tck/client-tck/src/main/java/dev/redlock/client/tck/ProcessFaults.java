// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.client.tck.ends.NothingStays;
import dev.redlock.client.tck.ends.TlsWords;
import dev.redlock.client.tck.heap.FullHeap;
import dev.redlock.client.tck.hung.HungManagers;
import dev.redlock.client.tck.hung.HungObjects;
import dev.redlock.client.tck.hung.SlowCredentials;
import dev.redlock.client.tck.process.FreshJvm;
import dev.redlock.client.tck.process.FullStderr;
import dev.redlock.client.tck.process.ManyProcesses;
import dev.redlock.client.tck.process.NothingLeftBehind;
import dev.redlock.client.tck.process.OperatorQuestions;
import dev.redlock.client.tck.process.ShortOfMeans;
import dev.redlock.client.tck.suite.ClientSuites;

/**
 * The whole client over a transport, and what surrounds it in its process: certificates and passwords,
 * operators, other processes, what stays of it when it is closed. Against real servers. A test class of the
 * transport extends it; long tests carry the tag {@code proof}.
 *
 * @see ClientFaults
 */
public abstract class ProcessFaults extends ClientSuites
{
    /**
     * Chooses what to test.
     *
     * @param transport that the clients use.
     */
    protected ProcessFaults(final TransportChoice transport)
    {
        super(transport, ClientMode.DEDICATED_BLOCKING);
    }

    @Nested
    class Questions extends OperatorQuestions
    {
    }

    @Nested
    class Tokens extends SlowCredentials
    {
    }

    @Nested
    @Tag("proof")
    @Tag("ours")
    class Tls extends TlsWords
    {
    }

    @Nested
    @Tag("proof")
    class Managers extends HungManagers
    {
    }

    @Nested
    @Tag("client")
    class Objects extends HungObjects
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class LeftBehind extends NothingLeftBehind
    {
    }

    @Nested
    @Tag("proof")
    @Tag("ours")
    class Stays extends NothingStays
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Processes extends ManyProcesses
    {
    }

    @Nested
    @Tag("proof")
    class Fresh extends FreshJvm
    {
    }

    @Nested
    @Tag("proof")
    @Tag("ours")
    class Means extends ShortOfMeans
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Deaf extends FullStderr
    {
    }

    @Nested
    @Tag("proof")
    @Tag("client")
    class Full extends FullHeap
    {
    }
}
