// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.tools;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.RedisServerBuilder;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Servers with append-only files that know WAITAOF: the default one, or the one that the property
 * {@code redlock.waitaof.server} names. The test is skipped if it is too old.
 */
public final class FileServers
{
    public static final String EVERY_SECOND = "everysec";

    private static final String SERVER = System.getProperty("redlock.waitaof.server", "");
    private static final int WRITES = 4;

    private FileServers()
    {
    }

    public static RealNodes start(final String fsync)
    {
        final RealNodes nodes = RealNodes.start(3, (index) -> server().appendOnly(fsync));
        final boolean isKnown = ((List<?>)nodes.call(0, "COMMAND", "INFO", "WAITAOF")).get(0) != null;
        if (!isKnown)
        {
            nodes.close();
        }
        assumeTrue(isKnown, "no server with WAITAOF: name one with " +
            "-Dredlock.waitaof.server=/path/to/redis-server (7.2 or newer, or Valkey)");

        return nodes;
    }

    /**
     * Servers that confirm votes once a second, or with each write if they cannot do that.
     */
    public static RealNodes startConfirming()
    {
        final RealNodes nodes = start(EVERY_SECOND);
        if (!doConfirmEarly(nodes))
        {
            return nodes;
        }
        nodes.close();

        return start("always");
    }

    /**
     * Whether they confirm some writes in less time than a disk that is synchronised once a second needs for
     * the second of them.
     */
    public static boolean doConfirmEarly(final RealNodes nodes)
    {
        try (RespClient client = nodes.server(0).client())
        {
            final long startNs = System.nanoTime();
            for (int i = 0; i < WRITES; i++)
            {
                client.call("SET", "early", "x");
                client.call("WAITAOF", "1", "0", "5000");
            }

            return System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(1);
        }
    }

    public static RedisServerBuilder server()
    {
        final RedisServerBuilder builder = RedisServerProcess.builder();

        return SERVER.isEmpty() ? builder : builder.binary(Path.of(SERVER));
    }
}
