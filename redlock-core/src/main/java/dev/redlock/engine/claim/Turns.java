// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

/**
 * Whose turn at a key it is: that of its line, or of other clients that want it.
 */
public final class Turns
{
    /*
     * We know other clients by their keys on the nodes, and count them as gone some time after we last saw
     * one. While they are there, a claim that had the lock gives way once before it takes it again: a client
     * that releases and acquires at once is always faster than clients that wait and try.
     *
     * A line that hands the lock from one claim to the next is faster still, and sees nobody while it wins.
     * So after some time and a few holders its turn ends, and it gives way like one caller, long enough for
     * anybody who tries now and then to find the key. If nobody took it the next turn is twice as long, so
     * that a lone client loses only 1 % of its time.
     */
    private static final int OTHERS_STAY = 4;
    private static final int FEWEST_IN_A_TURN = 4;
    private static final long SHORTEST_TURN_NS = 50_000_000;
    private static final long LONGEST_TURN_NS = 2_000_000_000;

    /*
     * Others that try find a key that was free for this long.
     */
    private static final long GAP_NS = 5_000_000;

    private long othersUntilNs;
    private long turnStartNs;
    private long leftNs;
    private boolean hasSeenOthers;
    private boolean hasHadItsTurn;

    /*
     * No more is counted than anybody asks for: the wins that a turn needs, the doublings up to the longest.
     */
    private byte winsInTurn;
    private byte doublings;

    Turns()
    {
    }

    /**
     * Clients other than ours want the key. They may pause for as long as we would, and be refused a few
     * times without our knowing.
     */
    public void seeOthers(final long pauseNs, final long nowNs)
    {
        hasSeenOthers = true;
        othersUntilNs = nowNs + OTHERS_STAY * pauseNs;
        winsInTurn = 0;
        doublings = 0;
    }

    /**
     * One of ours has the lock.
     */
    public void take(final long nowNs)
    {
        hasHadItsTurn = true;
        if (winsInTurn == 0)
        {
            turnStartNs = nowNs;
        }
        winsInTurn += winsInTurn < FEWEST_IN_A_TURN ? 1 : 0;
    }

    /**
     * The active claim has left.
     */
    void leave(final long nowNs)
    {
        leftNs = nowNs;
    }

    /**
     * Whether it is others' turn.
     */
    public boolean isOthers(final long nowNs)
    {
        return hasSeenOthers && hasHadItsTurn && nowNs - othersUntilNs < 0;
    }

    /**
     * Others have had a chance: it is our turn.
     */
    public void endOthers(final long nowNs)
    {
        hasSeenOthers &= nowNs - othersUntilNs < 0;
        hasHadItsTurn = false;
    }

    /**
     * Whether the line has kept the lock so long that others, if any, must have a chance.
     */
    public boolean isOver(final long nowNs)
    {
        return winsInTurn >= FEWEST_IN_A_TURN &&
            nowNs - turnStartNs >= Math.min(SHORTEST_TURN_NS << doublings, LONGEST_TURN_NS);
    }

    /**
     * Leaves the key alone for a while. The next turn is longer, unless others are seen before: whether they
     * were waiting is known by who has the key next.
     */
    public void end()
    {
        winsInTurn = 0;
        doublings += SHORTEST_TURN_NS << doublings < LONGEST_TURN_NS ? 1 : 0;
        hasHadItsTurn = false;
    }

    /**
     * Somebody comes to a line that was empty: a key that was free for a while was free for others, too.
     */
    public void noteGap(final long nowNs)
    {
        winsInTurn = nowNs - leftNs < GAP_NS ? winsInTurn : 0;
    }
}
