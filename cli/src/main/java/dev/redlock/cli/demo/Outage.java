// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.demo;

import java.util.List;

import dev.redlock.Redlock;
import dev.redlock.cli.output.Prose;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.test.server.RedisServerProcess;

/**
 * One node is killed, and soon comes back with an empty memory: in quarantine, until no lock that it has
 * forgotten can still be held.
 */
final class Outage
{
    private static final long ABSENCE_NS = 500_000_000;

    private final RedisServerProcess server;
    private final int index;
    private final List<Redlock> redlocks;
    private final String name;
    private final long killNs;
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
     */
    Outage(final RedisServerProcess server, final int index, final List<Redlock> redlocks, final long killNs)
    {
        this.server = server;
        this.index = index;
        this.redlocks = redlocks;
        this.killNs = killNs;
        name = "node " + (index + 1) + " (" + redlocks.get(0).nodes().get(index).node() + ")";
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

            return name + " was killed. It keeps nothing on disk, so it forgets its locks";
        }
        if (wasKilled && !isBack && nowNs - deadSinceNs >= ABSENCE_NS)
        {
            server.start();
            isBack = true;

            return name + " is back with an empty memory, after " +
                Prose.time(System.nanoTime() - deadSinceNs) + ". It does not vote before all locks that it " +
                "has forgotten have ended: clients have it in quarantine";
        }
        if (isBack && !isAdmitted && isUp())
        {
            isAdmitted = true;

            return name + " is out of quarantine, and votes again";
        }

        return null;
    }

    private boolean isUp()
    {
        return redlocks.stream()
            .allMatch((redlock) -> redlock.nodes().get(index).state() == NodeStatus.State.UP);
    }
}
