// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.engine.acquire.Acquisition;
import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.lease.DurableVotes;
import dev.redlock.engine.lease.Tenure;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.wait.Tickets;
import dev.redlock.engine.watch.Grants;
import dev.redlock.outcome.Cause;

/**
 * Takes back, in whole or in part, what the nodes have granted: from answers under way, from votes that wait
 * until they are durable, from attempts and from leases.
 */
final class Withdrawal implements Grants
{
    private final Nodes nodes;
    private final AttemptPool attempts;
    private final DurableVotes durableVotes;
    private final Tenure tenure;
    private final Acquisition acquisition;
    private final Tickets tickets;
    private final boolean isWaiting;

    Withdrawal(final Nodes nodes, final AttemptPool attempts, final DurableVotes durableVotes,
        final Tenure tenure, final Acquisition acquisition, final Tickets tickets, final boolean isWaiting)
    {
        this.tickets = tickets;
        this.isWaiting = isWaiting;
        this.nodes = nodes;
        this.attempts = attempts;
        this.durableVotes = durableVotes;
        this.tenure = tenure;
        this.acquisition = acquisition;
    }

    @Override
    public void drop(final int nodeIndex, final long nowNs)
    {
        durableVotes.drop(nodeIndex, nowNs);
        forgetMessages(nodeIndex);
        for (int i = 0; i < attempts.capacity(); i++)
        {
            final Attempt attempt = attempts.at(i);
            if (attempt.standing.stands(nodeIndex))
            {
                if (attempt.phase == Attempt.Phase.ACQUIRING)
                {
                    acquisition.onGone(attempt, nodeIndex, Cause.DISCONNECTED, nowNs);
                }
                else if (attempt.phase == Attempt.Phase.HOLDING)
                {
                    tenure.onRestart(attempt, nodeIndex, nowNs);
                }
            }
        }
    }

    /*
     * A node in quarantine has no votes that stand; then only what is under way is left.
     */
    @Override
    public void shorten(final Node node, final long byNs, final boolean isInDoubt, final long nowNs)
    {
        shortenUnderWay(node, byNs, false);
        if (isInDoubt)
        {
            forgetMessages(node.index);
        }
        if (!node.isInQuarantine(nowNs))
        {
            if (isInDoubt)
            {
                durableVotes.drop(node.index, nowNs);
            }
            for (int i = 0; i < attempts.capacity(); i++)
            {
                final Attempt attempt = attempts.at(i);
                if (attempt.standing.stands(node.index))
                {
                    shorten(attempt, node, byNs, isInDoubt, nowNs);
                }
            }
        }
    }

    private void shorten(final Attempt attempt, final Node node, final long byNs, final boolean isInDoubt,
        final long nowNs)
    {
        attempt.standing.shorten(node.index, byNs);
        if (attempt.phase == Attempt.Phase.HOLDING)
        {
            tenure.onShortened(attempt, nowNs);
        }
        else if (isInDoubt && attempt.phase == Attempt.Phase.ACQUIRING)
        {
            acquisition.onGone(attempt, node.index, Cause.CLOCK_DOUBTED, nowNs);
        }
    }

    /*
     * What a node gives to a ticket that was renewed before is under way, too, and has a place in it.
     */
    private void shortenUnderWay(final Node node, final long byNs, final boolean isOurs)
    {
        node.inFlight.shorten(byNs);
        durableVotes.shorten(node.index, byNs);
        for (int i = 0; isWaiting && i < attempts.capacity(); i++)
        {
            if (isInLine(attempts.at(i)))
            {
                tickets.shorten(attempts.at(i), node.index, byNs, isOurs);
            }
        }
    }

    private void forgetMessages(final int nodeIndex)
    {
        for (int i = 0; isWaiting && i < attempts.capacity(); i++)
        {
            if (isInLine(attempts.at(i)))
            {
                tickets.forget(attempts.at(i), nodeIndex);
            }
        }
    }

    private static boolean isInLine(final Attempt attempt)
    {
        return attempt.phase == Attempt.Phase.ACQUIRING && attempt.isInLine();
    }

    @Override
    public void shortenAll(final long byNs, final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            shortenUnderWay(nodes.at(i), byNs, true);
        }
        for (int i = 0; i < attempts.capacity(); i++)
        {
            shortenAll(attempts.at(i), byNs, nowNs);
        }
    }

    private void shortenAll(final Attempt attempt, final long byNs, final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            attempt.standing.shorten(i, byNs);
        }
        attempt.startedEarlier(byNs);
        if (attempt.phase == Attempt.Phase.HOLDING)
        {
            tenure.onShortened(attempt, nowNs);
        }
    }
}
