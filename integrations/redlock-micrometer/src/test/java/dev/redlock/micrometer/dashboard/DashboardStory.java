// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * What happens to five servers in five minutes, so that each panel has something to show.
 */
record DashboardStory(List<Event> events)
{
    static final int SECONDS = 300;

    /**
     * Something that happens.
     */
    record Event(String sign, int second, String what, Runnable act)
    {
    }

    static DashboardStory of(final RedisServers servers)
    {
        return new DashboardStory(List.of(
            new Event("A", 50, "two of five nodes die", () -> kill(servers, 3, 4)),
            new Event("B", 90, "they are back, in quarantine first", () -> restart(servers, 3, 4)),
            new Event("C", 145, "three die: no quorum", () -> kill(servers, 0, 1, 2)),
            new Event("D", 160, "back, in quarantine: still no quorum", () -> restart(servers, 0, 1, 2)),
            new Event("E", 240, "somebody flushes a node", () -> servers.server(1).call("FLUSHALL"))));
    }

    private static void kill(final RedisServers servers, final int... nodes)
    {
        IntStream.of(nodes).forEach((node) -> servers.server(node).kill());
    }

    private static void restart(final RedisServers servers, final int... nodes)
    {
        IntStream.of(nodes).forEach((node) -> servers.server(node).restart());
    }

    /**
     * Lets it happen, and returns when the time is over.
     */
    void play()
    {
        final long startNs = System.nanoTime();
        for (final Event event : events)
        {
            Await.parking().untilNs(startNs + TimeUnit.SECONDS.toNanos(event.second()));
            event.act().run();
        }
        Await.parking().untilNs(startNs + TimeUnit.SECONDS.toNanos(SECONDS));
    }
}
