// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.test.resp.RespClient;

/**
 * Looks at the nodes themselves, when no client is left: what is there must end within its time to live.
 */
final class OrphanSearch
{
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long MARGIN_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final ChaosNodes nodes;
    private final String prefix;
    private final List<String> orphans = new ArrayList<>();
    private int found;
    private long longestMs;

    OrphanSearch(final ChaosNodes nodes, final String prefix)
    {
        this.nodes = nodes;
        this.prefix = prefix;
    }

    /**
     * Looks at once, and then until nothing is left, or a look that began after the longest time to live has
     * found something.
     */
    void run(final Duration longestTtl)
    {
        final long endNs = System.nanoTime() + longestTtl.toNanos() + MARGIN_NS;
        found = look(longestTtl, true);
        long left = found;
        boolean isLast = false;
        while (left > 0 && !isLast)
        {
            LockSupport.parkNanos(LOOK_NS);
            isLast = System.nanoTime() - endNs >= 0;
            left = look(longestTtl, false);
        }
        if (left > 0)
        {
            orphans.add(left + " keys are still there " + longestTtl + " after the end of the load");
        }
    }

    private int look(final Duration longestTtl, final boolean isFirst)
    {
        int keys = 0;
        for (int node = 0; node < ChaosPlan.NODES; node++)
        {
            try (RespClient client = nodes.server(node).client())
            {
                for (final Object key : (List<?>)client.call("KEYS", prefix + "*"))
                {
                    final long pttlMs = (Long)client.call("PTTL", (String)key);
                    keys++;
                    longestMs = Math.max(longestMs, pttlMs);
                    if (isFirst && (pttlMs == -1 || pttlMs > longestTtl.toMillis()))
                    {
                        orphans.add(key + " on node " + node + " has " + pttlMs + " ms to live, at most " +
                            longestTtl.toMillis() + " were asked for");
                    }
                }
            }
        }

        return keys;
    }

    /**
     * Keys, counted on each node, at the first look.
     */
    int found()
    {
        return found;
    }

    long longestMs()
    {
        return longestMs;
    }

    List<String> orphans()
    {
        return List.copyOf(orphans);
    }
}
