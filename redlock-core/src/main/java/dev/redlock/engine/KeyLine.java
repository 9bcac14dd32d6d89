// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

/**
 * The claims of one client for one key, in line: the active one talks to the nodes or holds; the others wait
 * here and trouble no node. Made by whoever makes the claims, one per key and engine; touched by the engine
 * only.
 */
public class KeyLine extends ClaimList<Claim>
{
    /*
     * Others are known by their keys on the nodes, and are as good as gone some time after the last of them
     * was seen. While they are there, whoever had the lock gives way to them once before he takes it again:
     * a client that releases and acquires in one breath is always faster than those that wait and try.
     *
     * A line that hands the lock over from one to the next is faster still, and sees nobody while it wins. So
     * it gives way as if it were one caller, whoever it has seen, when its turn is over, after some time and
     * a few who have had the lock: for so long that anybody who tries now and then must come upon the key. If
     * nobody took it meanwhile the next turn may be twice as long, which makes this cheap for who is alone:
     * 1 % of the time in the end.
     */
    private static final int OTHERS_STAY = 4;
    private static final int FEWEST_IN_A_TURN = 4;
    private static final long SHORTEST_TURN_NS = 50_000_000;
    private static final long LONGEST_TURN_NS = 2_000_000_000;

    /*
     * Others that try find a key that was free for so long.
     */
    private static final long GAP_NS = 5_000_000;

    Claim active;
    KeyLine nextReady;
    boolean isReady;
    private long othersUntilNs;
    private long turnStartNs;
    private long turnNs = SHORTEST_TURN_NS;
    private long leftNs;
    private boolean hasSeenOthers;
    private boolean hasHadItsTurn;
    private int winsInTurn;
    private boolean isProbing;

    /**
     * A line in which nobody waits.
     */
    public KeyLine()
    {
    }

    /**
     * Clients other than ours want the key. They may pause for as long as we would, and be refused a few
     * times without our knowing.
     */
    void seeOthers(final long pauseNs, final long nowNs)
    {
        hasSeenOthers = true;
        othersUntilNs = nowNs + OTHERS_STAY * pauseNs;
        winsInTurn = 0;
        isProbing = false;
        turnNs = SHORTEST_TURN_NS;
    }

    /**
     * One of ours has the lock.
     */
    void takeTurn(final long nowNs)
    {
        hasHadItsTurn = true;
        if (isProbing)
        {
            isProbing = false;
            turnNs = Math.min(2 * turnNs, LONGEST_TURN_NS);
        }
        if (winsInTurn++ == 0)
        {
            turnStartNs = nowNs;
        }
    }

    /**
     * The active one has left.
     */
    void leave(final long nowNs)
    {
        active = null;
        leftNs = nowNs;
    }

    /**
     * Whether it is others' turn.
     */
    boolean isOthersTurn(final long nowNs)
    {
        return hasSeenOthers && hasHadItsTurn && nowNs - othersUntilNs < 0;
    }

    /**
     * Whoever else wants the key has had a chance: it is our turn.
     */
    void giveWay(final long nowNs)
    {
        hasSeenOthers &= nowNs - othersUntilNs < 0;
        hasHadItsTurn = false;
    }

    /**
     * Whether the lock was handed over in here for so long that others, if there are any, must have a chance.
     */
    boolean isTurnOver(final long nowNs)
    {
        return winsInTurn >= FEWEST_IN_A_TURN && nowNs - turnStartNs >= turnNs;
    }

    /**
     * Leaves the key alone for a while; whether others were waiting is known by who has it next.
     */
    void endTurn()
    {
        winsInTurn = 0;
        isProbing = true;
        hasHadItsTurn = false;
    }

    /**
     * Somebody comes to a line that was empty: a key that was free for a while was free for others, too.
     */
    void noteGap(final long nowNs)
    {
        winsInTurn = nowNs - leftNs < GAP_NS ? winsInTurn : 0;
    }
}
