// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.wire.NodeRtt;
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
public final class Round
{
    /*
     * A check that is this late means that this thread has stood still, and perhaps so has whatever brings
     * the answers. They get a moment more, once per round: a machine on which every check is late must still
     * finish.
     */
    private static final long STALL_NS = 5_000_000;
    private static final long FORGIVEN_NS = 10_000_000;
    private static final long FAR_NS = Long.MAX_VALUE / 4;

    public final Tally tally = new Tally();
    public int number;
    public long startNs;
    public long untilNs;
    private final Rules rules;
    private long sentNs;
    private int ttlMs;
    private int asked;
    private int backPressuredAt;
    private boolean isSent;
    private boolean isStallForgiven;
    private boolean isDurable;

    Round(final Rules rules)
    {
        this.rules = rules;
    }

    void begin(final long nowNs, final long newTtlNs, final Quorum quorum)
    {
        number++;
        startNs = nowNs;
        sentNs = nowNs;
        ttlMs = (int)(newTtlNs / ClaimOptions.NS_PER_MS);
        untilNs = Validity.untilNs(nowNs, newTtlNs, rules.drift());
        asked = 0;
        backPressuredAt = 0;
        isSent = false;
        isStallForgiven = false;
        assert ttlNs() == newTtlNs :
            "a round for " + newTtlNs + " ns: nodes are told whole milliseconds, and a day at the most";

        tally.reset(quorum);
    }

    /**
     * Answers that are on their way say nothing of what it is about now.
     */
    void supersede()
    {
        number++;
    }

    /**
     * Whether this round and those after it wait for votes until they are durable.
     */
    void awaitDurableVotes(final boolean isDurableNow)
    {
        isDurable = isDurableNow;
    }

    /**
     * The time to live that this round asks for: whole milliseconds, as nodes are told no others.
     */
    int ttlMs()
    {
        return ttlMs;
    }

    public long ttlNs()
    {
        return ttlMs * ClaimOptions.NS_PER_MS;
    }

    /**
     * How long a key with a time to live may be on a node, by our clock.
     */
    long outlivesNs(final int keyTtlMs)
    {
        final long keyTtlNs = keyTtlMs * ClaimOptions.NS_PER_MS;

        return keyTtlNs + rules.drift().of(keyTtlNs);
    }

    void ask(final int nodeIndex)
    {
        asked |= 1 << nodeIndex;
    }

    /**
     * A node is not asked, which is a fault: it has no connection, or our own limits keep it from that.
     */
    void passOver(final int nodeIndex, final boolean isBackPressured)
    {
        backPressuredAt |= isBackPressured ? 1 << nodeIndex : 0;
        tally.add(nodeIndex, Vote.FAULTED);
    }

    /**
     * Whether a node was asked and has not voted.
     */
    boolean awaits(final int nodeIndex)
    {
        return (asked & 1 << nodeIndex) != 0 && !tally.hasVoted(nodeIndex);
    }

    public boolean isPending()
    {
        return tally.state() == TallyState.PENDING;
    }

    /**
     * The cause of a loss: the nodes, if the failed ones alone would block; else our own limits, if the nodes
     * that they kept from being asked complete the block; else another holder.
     */
    public Outcome outcomeOfLoss()
    {
        return tally.isLostToFaultsWithout(backPressuredAt) ? Outcome.NO_QUORUM :
            tally.isLostToFaultsWithout(0) ? Outcome.BACK_PRESSURED : Outcome.CONTENDED;
    }

    /**
     * The first question of a round has left. Its validity still counts from its start; from here only the
     * nodes' time to answer counts.
     */
    public void onFlushed(final int flushedNumber, final long nowNs)
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
    public long nextDueNs(final long nowNs)
    {
        return nextDueBeforeNs(nowNs + FAR_NS);
    }

    /**
     * The first instant at which a node that has not voted yet is due; the limit if there is none before it.
     */
    public long nextDueBeforeNs(final long limitNs)
    {
        long nextNs = limitNs;
        for (int i = 0; i < rules.rtts().length; i++)
        {
            if (awaits(i) && dueNs(i) - nextNs < 0)
            {
                nextNs = dueNs(i);
            }
        }

        return nextNs;
    }

    /**
     * Gives the nodes that have not voted a moment more if we stood still while they were due.
     */
    public void forgiveStall(final long nowNs)
    {
        final long overdueNs = nowNs - nextDueBeforeNs(nowNs);
        if (overdueNs > STALL_NS && !isStallForgiven)
        {
            isStallForgiven = true;
            sentNs += overdueNs + FORGIVEN_NS;
        }
    }

    /**
     * Counts due nodes without a vote as faults.
     *
     * @return a bit for each of them.
     */
    int expire(final long nowNs)
    {
        int late = 0;
        for (int i = 0; i < rules.rtts().length; i++)
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
        // A vote that has to be durable takes longer than an answer.
        final long durableNs = isDurable ? rules.durableNs() : 0;

        return sentNs + rules.rtts()[nodeIndex].timeoutNs(ttlNs()) + durableNs;
    }

    /**
     * What all rounds of an engine have in common. There is one round per lock, so that each keeps one
     * reference.
     *
     * @param drift     allowance for clocks.
     * @param rtts      of the nodes: how long each has to answer.
     * @param durableNs how much longer if its vote has to be durable.
     */
    record Rules(Drift drift, NodeRtt[] rtts, long durableNs)
    {
    }
}
