// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.lock;

import java.util.List;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

/**
 * The servers of a benchmark: started here, on free ports, or others that are named.
 */
@State(Scope.Benchmark)
public class BenchmarkNodes
{
    /**
     * How many are started.
     */
    @Param({"1", "3", "5"})
    public int nodes;

    /**
     * URIs of others that are used in their place, with commas between them; say {@code -p nodes=1} with it,
     * or each number is measured.
     */
    @Param("")
    public String uris;

    private RedisServers servers;

    /**
     * Starts them.
     */
    @Setup
    public void start()
    {
        if (uris.isEmpty())
        {
            servers = RedisServers.start(nodes, (index) -> RedisServerProcess.builder());
        }
    }

    /**
     * Stops what was started.
     */
    @TearDown
    public void stop()
    {
        if (servers != null)
        {
            servers.close();
        }
    }

    List<String> all()
    {
        return servers == null ? List.of(uris.split(",")) : servers.uris();
    }

    /**
     * Whether nobody has used them.
     */
    boolean areFresh()
    {
        return servers != null;
    }
}
