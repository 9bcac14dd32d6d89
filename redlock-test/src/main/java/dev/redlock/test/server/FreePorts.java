// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
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

    /*
     * Other JVMs take ports, too: whoever has the lock on the byte of that number in this file has the port,
     * also while its server is down. Locks end with their process. Where the file cannot be opened, because
     * it is another user's, a port is taken by looking only.
     */
    private static final FileChannel CLAIMS = openClaims();

    private static final Map<Integer, FileLock> TAKEN = new HashMap<>();

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
            if (!TAKEN.containsKey(port) && isFree(port) && claim(port))
            {
                return port;
            }
        }

        throw new IllegalStateException("no free port among " + TRIES + " tried from " + LOWEST + " to " +
            HIGHEST + "; " + TAKEN.size() + " are held by this JVM: close servers that are no longer needed");
    }

    static synchronized void giveBack(final int port)
    {
        final FileLock claim = TAKEN.remove(port);
        try
        {
            if (claim != null)
            {
                claim.release();
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot give back the port " + port, ex);
        }
    }

    private static boolean claim(final int port)
    {
        try
        {
            final FileLock lock = CLAIMS == null ? null : CLAIMS.tryLock(port, 1, false);
            if (CLAIMS != null && lock == null)
            {
                return false;
            }
            TAKEN.put(port, lock);

            return true;
        }
        catch (final IOException | OverlappingFileLockException ignored)
        {
            return false;
        }
    }

    private static FileChannel openClaims()
    {
        try
        {
            return FileChannel.open(Path.of(System.getProperty("java.io.tmpdir"), "redlock-ports"),
                StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }
        catch (final IOException ignored)
        {
            return null;
        }
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
