// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.settings;

import dev.redlock.text.DurationText;

/**
 * What nodes keep of a fenced lock, and which fencing tokens they take. A token is a time in microseconds, so
 * a fence may be forgotten once no node's clock can go back to it: after two windows at the least.
 *
 * @param windowNs how far a proposed token may be from a node's own time. Without it one client with a clock
 *                 far ahead could make all later tokens impossible.
 * @param ttlNs    how long a node keeps the fence of a lock that nobody uses.
 */
public record FenceRule(long windowNs, long ttlNs)
{
    /**
     * A window of 10 s; fences are kept for 7 days.
     */
    public static final FenceRule DEFAULT = new FenceRule(10_000_000_000L, 7L * 24 * 3600 * 1_000_000_000);

    /**
     * How many tokens an attempt proposes, each in a round of its own, if nodes refuse those before.
     */
    public static final int MOST_PROPOSALS = 4;

    private static final long NS_PER_US = 1_000;
    private static final long SHORTEST_WINDOW_NS = 100_000_000;
    private static final long LONGEST_TTL_NS = 1000L * 24 * 3600 * 1_000_000_000;

    /**
     * Checks the bounds.
     */
    public FenceRule
    {
        if (windowNs < SHORTEST_WINDOW_NS)
        {
            throw new IllegalArgumentException("fenceWindow is " + DurationText.of(windowNs) +
                " but must be at least " + DurationText.of(SHORTEST_WINDOW_NS) +
                ": the clocks of nodes are never the same; make it longer");
        }
        if (ttlNs > LONGEST_TTL_NS)
        {
            throw new IllegalArgumentException("fenceTtl is " + DurationText.of(ttlNs) +
                " but must be at most " + DurationText.of(LONGEST_TTL_NS) +
                ": nodes would keep the fences of keys that nobody uses; make it shorter");
        }
        if (windowNs >= ttlNs - windowNs)
        {
            throw new IllegalArgumentException("fenceTtl is " + DurationText.of(ttlNs) +
                " but must be more than two of fenceWindow, which is " + DurationText.of(windowNs) +
                ": a lower token could be granted after a higher one was forgotten; make it longer");
        }
    }

    /**
     * How far a proposed token may be from a node's own time, in microseconds.
     */
    public long windowUs()
    {
        return windowNs / NS_PER_US;
    }

    /**
     * How far ahead of the nodes' time a token may be that a client follows, in microseconds: half a window.
     * What follows it must be plausible to the other nodes, whose clocks are not the same. What they grant
     * is their time, or follows a token. So it comes this far only if a node lies, or if clocks lie more
     * than half a window apart and a client knew that of the fast one alone: others are refused then until
     * the time has caught up, half a window at the most.
     */
    public long believedUs()
    {
        return windowUs() / 2;
    }

    /**
     * A token that a node has told of, if a client follows it.
     *
     * @param timeUs of the nodes, in microseconds.
     * @return 0 if it is too far ahead.
     */
    public long believed(final long token, final long timeUs)
    {
        return token - timeUs < believedUs() ? token : 0;
    }

    /**
     * How long a node keeps the fence of a lock that nobody uses, in milliseconds.
     */
    public long ttlMs()
    {
        return ttlNs / ClaimOptions.NS_PER_MS;
    }
}
