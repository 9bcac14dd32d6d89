// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Hands out free loopback ports.
 */
final class FreePorts
{
    /*
     * Below the range from which operating systems take the local ports of outgoing connections (32768 and up
     * on Linux, 49152 and up elsewhere). A server that is killed and comes back keeps its port; from that
     * range any outgoing connection could take it meanwhile. Worse, a client that keeps trying to reach the
     * dead server could get the same local port, and TCP would connect it to itself.
     *
     * Adding 10,000, as a cluster node does for its bus, stays a legal port.
     */
    private static final int LOWEST = 12_000;
    private static final int HIGHEST = 31_999;
    private static final int TRIES = 1_000;

    private static final Set<Integer> TAKEN = new HashSet<>();

    private FreePorts()
    {
    }

    /**
     * Takes a port for this JVM until it is returned. Another process may still be faster.
     */
    static synchronized int take()
    {
        for (int i = 0; i < TRIES; i++)
        {
            final int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST + 1);
            if (!TAKEN.contains(port) && isFree(port))
            {
                TAKEN.add(port);

                return port;
            }
        }

        throw new IllegalStateException("no free port among " + TRIES + " tried from " + LOWEST + " to " +
            HIGHEST + "; " + TAKEN.size() + " are held by this JVM: close servers that are no longer needed");
    }

    static synchronized void giveBack(final int port)
    {
        TAKEN.remove(port);
    }

    private static boolean isFree(final int port)
    {
        try (ServerSocket probe = new ServerSocket())
        {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));

            return true;
        }
        catch (final IOException ignored)
        {
            return false;
        }
    }
}
