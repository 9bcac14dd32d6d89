// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock.schedulers;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

import dev.redlock.Redlock;
import dev.redlock.outcome.Counter;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * Five real servers that are killed, and come back with empty memory. A client watches their quarantine.
 */
final class ForgetfulServers implements AutoCloseable
{
    private static final int NODES = 5;
    private static final Duration SOON = Duration.ofMinutes(5);

    private final SplittableRandom random = new SplittableRandom();
    private final RedisServers servers = RedisServers.start(NODES);
    private final Redlock watcher;
    private int deaths;

    ForgetfulServers()
    {
        watcher = SchedulerProcess.builder(uris().toArray(String[]::new)).build();
        Await.parking().untilAllUp(watcher, SOON);
    }

    List<String> uris()
    {
        return servers.uris();
    }

    int deaths()
    {
        return deaths;
    }

    /**
     * Any of them.
     */
    int draw()
    {
        return random.nextInt(NODES);
    }

    void kill(final int node)
    {
        servers.server(node % NODES).kill();
        deaths++;
    }

    void start(final int node)
    {
        servers.server(node % NODES).start();
    }

    /**
     * Waits until each death has had its quarantine and all vote again.
     */
    void awaitVotes()
    {
        Await.parking().until("quarantines", SOON,
            () -> watcher.metrics().count(Counter.QUARANTINES), (seen) -> seen >= deaths);
        Await.parking().untilAllUp(watcher, SOON);
    }

    @Override
    public void close()
    {
        watcher.close();
        servers.close();
    }
}
