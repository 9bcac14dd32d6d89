// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.demo;

import java.time.Duration;
import java.util.List;

import dev.redlock.Redlock;
import dev.redlock.cli.common.Texts;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.quorum.Drift;
import dev.redlock.test.server.RedisServerProcess;

/**
 * One node is killed, and comes back with an empty memory when no lock that it may have forgotten can still
 * be held.
 */
final class Outage
{
    private final RedisServerProcess server;
    private final int index;
    private final List<Redlock> redlocks;
    private final String name;
    private final long killNs;
    private final Duration absence;
    private long deadSinceNs;
    private boolean wasKilled;
    private boolean isBack;
    private boolean isAdmitted;

    /**
     * A node that still lives.
     *
     * @param server   to be killed.
     * @param index    of the node that it is.
     * @param redlocks all clients of the node.
     * @param killNs   when, on the monotonic clock.
     * @param ttl      the longest time to live in use.
     */
    Outage(final RedisServerProcess server, final int index, final List<Redlock> redlocks, final long killNs,
        final Duration ttl)
    {
        this.server = server;
        this.index = index;
        this.redlocks = redlocks;
        this.killNs = killNs;
        name = "node " + (index + 1) + " (" + redlocks.get(0).nodes().get(index).node() + ")";
        absence = ttl.plusNanos(Drift.SPECIFICATION.of(ttl.toNanos()));
    }

    /**
     * Whether a node lives again, and not all clients let it vote yet.
     */
    boolean isBackButNotAdmitted(final int node)
    {
        return node == index && isBack && !isAdmitted;
    }

    /**
     * Does what is due.
     *
     * @param nowNs on the monotonic clock.
     * @return what was done, for people; null if nothing.
     */
    String step(final long nowNs)
    {
        if (!wasKilled && nowNs - killNs >= 0)
        {
            server.kill();
            wasKilled = true;
            deadSinceNs = System.nanoTime();

            return name + " was killed. It keeps nothing on disk, so it forgets its locks and must not " +
                "vote before they have ended: it stays away for " + Texts.time(absence.toNanos());
        }
        if (wasKilled && !isBack && nowNs - deadSinceNs >= absence.toNanos())
        {
            server.start();
            isBack = true;

            return name + " is back, not yet admitted, with an empty memory, after " +
                Texts.time(System.nanoTime() - deadSinceNs);
        }
        if (isBack && !isAdmitted && isUp())
        {
            isAdmitted = true;

            return name + " was admitted by all clients, and votes again";
        }

        return null;
    }

    private boolean isUp()
    {
        return redlocks.stream()
            .allMatch((redlock) -> redlock.nodes().get(index).state() == NodeStatus.State.UP);
    }
}
