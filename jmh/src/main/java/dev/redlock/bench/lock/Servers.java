// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.lock;

import java.util.List;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import dev.redlock.test.server.RedisServers;

/**
 * Five servers of our own, one set per fork.
 */
@State(Scope.Benchmark)
public class Servers
{
    private static final int NODES = 5;

    private RedisServers servers;

    /**
     * Starts them on free ports.
     */
    @Setup
    public void start()
    {
        servers = RedisServers.start(NODES);
    }

    /**
     * Stops them.
     */
    @TearDown
    public void stop()
    {
        servers.close();
    }

    List<String> uris()
    {
        return servers.uris();
    }
}
