// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wait;

import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.settings.ClaimOptions;

/**
 * Whose turn at a key it is: that of its line, or of other clients that want it.
 */
final class Turns
{
    /*
     * We know other clients by their keys on the nodes, and count them as gone some time after we last saw
     * one: they may pause for as long as we would, and be refused a few times without our knowing. While they
     * are there, a claim that had the lock gives way once before it takes it again: a client that releases
     * and acquires at once is always faster than clients that wait and try.
     *
     * A line that hands the lock from one claim to the next is faster still, and sees nobody while it wins.
     * So after some time and a few holders its turn ends, and it gives way like one caller, long enough for
     * anybody who tries now and then to find the key: slightly longer than others pause, if their options are
     * like ours. If nobody took it the next turn is twice as long, so that a lone client loses only 1 % of
     * its time. Whether others were waiting is known by who has the key next.
     */
    private static final int OTHERS_STAY = 4;
    private static final int FEWEST_IN_A_TURN = 4;
    private static final long SHORTEST_NS = 50_000_000;
    private static final long LONGEST_NS = 2_000_000_000;
    private static final long BEYOND_A_PAUSE_NS = 3_000_000;

    /*
     * Others that try find a key that was free for this long.
     */
    private static final long GAP_NS = 5_000_000;

    private Turns()
    {
    }

    static void seeOthers(final KeyLine line, final ClaimOptions options, final long nowNs)
    {
        line.seeOthers(nowNs + OTHERS_STAY * options.maxRetryNs());
    }

    /**
     * Whether the line has kept the lock so long that others, if any, must have a chance.
     */
    static boolean isOver(final KeyLine line, final long nowNs)
    {
        return line.winsInTurn() >= FEWEST_IN_A_TURN && nowNs - line.turnStartNs() >= lengthNs(line);
    }

    static void end(final KeyLine line)
    {
        line.endTurn(lengthNs(line) < LONGEST_NS);
    }

    private static long lengthNs(final KeyLine line)
    {
        return Math.min(SHORTEST_NS << line.doublings(), LONGEST_NS);
    }

    /**
     * How long the line leaves the key alone when its turn has ended.
     */
    static long pauseNs(final ClaimOptions options)
    {
        return Math.min(Waits.LONGEST_NS, Math.min(options.minRetryNs(), Waits.LONGEST_NS) +
            Math.min(options.maxRetryNs(), Waits.LONGEST_NS) + BEYOND_A_PAUSE_NS);
    }

    static void noteGap(final KeyLine line, final long nowNs)
    {
        if (nowNs - line.leftNs() >= GAP_NS)
        {
            line.beginTurn();
        }
    }
}
