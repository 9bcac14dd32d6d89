// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.outcome.Outcome;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;
import dev.redlock.quorum.Tally;
import dev.redlock.quorum.TallyState;
import dev.redlock.quorum.Validity;
import dev.redlock.quorum.Vote;

/**
 * One question put to all nodes at once: when it was asked and for how long, who was asked, who has voted,
 * and how long the others have. A reply carries the number of its round; one of an earlier round is a
 * straggler.
 */
final class Round
{
    /*
     * A look that comes so long after a node was due means that this thread has stood still, and perhaps what
     * brings it the answers has, too. They get a moment to come in, once per round: a machine on which every
     * look is late must still come to an end.
     */
    private static final long STALL_NS = 5_000_000;
    private static final long FORGIVEN_NS = 10_000_000;
    private static final long FAR_NS = Long.MAX_VALUE / 4;

    final Tally tally;
    int number;
    long startNs;
    long ttlNs;
    long untilNs;
    int backPressured;
    private final Quorum quorum;
    private final Drift drift;
    private final NodeRtt[] rtts;
    private long sentNs;
    private int asked;
    private boolean isSent;
    private boolean isStallForgiven;

    Round(final EngineConfig config, final NodeRtt[] rtts)
    {
        quorum = config.quorum();
        tally = new Tally(quorum);
        drift = config.drift();
        this.rtts = rtts;
    }

    void begin(final long nowNs, final long newTtlNs)
    {
        number++;
        startNs = nowNs;
        sentNs = nowNs;
        ttlNs = newTtlNs;
        untilNs = Validity.untilNs(nowNs, ttlNs, drift);
        asked = 0;
        backPressured = 0;
        isSent = false;
        isStallForgiven = false;
        tally.reset();
    }

    /**
     * How long a key that this round sets may be on a node, by our clock.
     */
    long outlivesNs()
    {
        return ttlNs + drift.of(ttlNs);
    }

    void ask(final int nodeIndex)
    {
        asked |= 1 << nodeIndex;
    }

    /**
     * Whether a node was asked and has not voted.
     */
    boolean awaits(final int nodeIndex)
    {
        return (asked & 1 << nodeIndex) != 0 && !tally.hasVoted(nodeIndex);
    }

    boolean isPending()
    {
        return tally.state() == TallyState.PENDING;
    }

    /**
     * In a round that releases: the node is certainly without the key, which is what such a round is after.
     */
    void settle(final int nodeIndex)
    {
        tally.add(nodeIndex, Vote.GRANTED);
    }

    /**
     * Who is to blame for a loss: the nodes, if those that failed would have blocked by themselves; our own
     * limits, if it takes the nodes that were not asked because of them; somebody who holds the lock
     * otherwise.
     */
    Outcome outcomeOfLoss()
    {
        final int faults = tally.faults();

        return faults - backPressured >= quorum.blocking() ? Outcome.NO_QUORUM :
            faults >= quorum.blocking() ? Outcome.BACK_PRESSURED : Outcome.CONTENDED;
    }

    /**
     * The first question of a round has left. Its validity counts from its start all the same; from now on
     * counts only how long nodes may take to answer.
     */
    void onFlushed(final int flushedNumber, final long nowNs)
    {
        if (!isSent && flushedNumber == number)
        {
            isSent = true;
            sentNs = nowNs;
        }
    }

    /**
     * The first instant at which a node that has not voted yet is due; far away if there is none.
     */
    long nextDueNs(final long nowNs)
    {
        return nextDueBeforeNs(nowNs + FAR_NS);
    }

    /**
     * The first instant at which a node that has not voted yet is due; the limit if there is none before it.
     */
    long nextDueBeforeNs(final long limitNs)
    {
        long nextNs = limitNs;
        for (int i = 0; i < rtts.length; i++)
        {
            if (awaits(i) && dueNs(i) - nextNs < 0)
            {
                nextNs = dueNs(i);
            }
        }

        return nextNs;
    }

    /**
     * Gives the nodes that have not voted a moment more, if it was us who stood still while they were due.
     */
    void forgiveStall(final long nowNs)
    {
        final long overdueNs = nowNs - nextDueBeforeNs(nowNs);
        if (overdueNs > STALL_NS && !isStallForgiven)
        {
            isStallForgiven = true;
            sentNs += overdueNs + FORGIVEN_NS;
        }
    }

    /**
     * Has the nodes that are due and have not voted count as faults.
     *
     * @return a bit for each of them.
     */
    int expire(final long nowNs)
    {
        int late = 0;
        for (int i = 0; i < rtts.length; i++)
        {
            if (awaits(i) && nowNs - dueNs(i) >= 0)
            {
                tally.add(i, Vote.FAULTED);
                late |= 1 << i;
            }
        }

        return late;
    }

    private long dueNs(final int nodeIndex)
    {
        return sentNs + rtts[nodeIndex].timeoutNs(ttlNs);
    }
}
