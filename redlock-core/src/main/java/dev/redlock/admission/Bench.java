// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.List;

import dev.redlock.spi.NodeAddress;

/**
 * All nodes side by side: who sits on which index, and the rules between them.
 */
final class Bench
{
    private final List<NodeAddress> nodes;
    private final Seat[] seats;

    Bench(final List<NodeAddress> nodes)
    {
        this.nodes = nodes;
        seats = new Seat[nodes.size()];
        for (int i = 0; i < seats.length; i++)
        {
            seats[i] = new Seat();
        }
    }

    Seat seat(final int nodeIndex)
    {
        return seats[nodeIndex];
    }

    void refuse(final int nodeIndex, final Refusal refusal)
    {
        seats[nodeIndex].refusalKind = refusal.kind();
    }

    /**
     * Judges a node that has said who it is.
     *
     * @return null if there is no objection so far.
     */
    Refusal identify(final int nodeIndex, final Findings findings)
    {
        final String node = display(nodeIndex);
        final NodeFacts facts = findings.facts(node);
        seats[nodeIndex].facts = facts;

        final Refusal refusal = Eligibility.of(node, findings);
        if (!findings.isMaster())
        {
            seats[nodeIndex].doubt();
        }
        if (refusal != null && refusal.kind() == RefusalKind.CONFIGURATION)
        {
            return refusal;
        }

        final Refusal duplicate = duplicate(nodeIndex, facts);

        return duplicate != null ? duplicate : refusal;
    }

    /**
     * Seats a node that has answered everything. Two dialogues may have gone on side by side, so the rules
     * between nodes are applied again.
     *
     * @return null if the node may vote.
     */
    Refusal admit(final int nodeIndex, final Findings findings, final Login login)
    {
        Dangers.warn(findings, nodes.get(nodeIndex), login);
        warnOfSharedHistory(nodeIndex, findings);

        final Seat seat = seats[nodeIndex];
        if (!seat.isKnown())
        {
            Dangers.warnOfYouth(findings);
        }
        final NodeFacts facts = findings.facts(display(nodeIndex));
        seat.facts = facts;

        final Refusal duplicate = duplicate(nodeIndex, facts);
        if (duplicate == null)
        {
            seat.take(facts);
        }

        return duplicate;
    }

    /**
     * The other seats at which the process that has come up has voted before.
     *
     * @return a bit for each.
     */
    int formerSeatsOf(final int nodeIndex)
    {
        final NodeFacts facts = seats[nodeIndex].facts;
        int former = 0;
        for (int i = 0; i < seats.length; i++)
        {
            if (i != nodeIndex && facts.isIdentified() && seats[i].mayHaveVotesOf(facts.runId()))
            {
                former |= 1 << i;
            }
        }

        return former;
    }

    /*
     * A process sits at one place at a time. It may move when its connection at the other has ended, as when
     * two nodes trade their addresses: what it granted there is dropped before it votes here, so that of any
     * attempt or lease it has one vote at the most. Then quorums are of different processes, as ever, and any
     * two of them have one in common; which client sees the move, and when, does not matter.
     */
    private Refusal duplicate(final int nodeIndex, final NodeFacts facts)
    {
        for (int i = 0; i < seats.length; i++)
        {
            if (i != nodeIndex && facts.isIdentified() && seats[i].isTakenBy(facts.runId()))
            {
                return Refusal.configuration(display(nodeIndex), "is the same process as node " + display(i) +
                    " (run id " + ServerWords.plain(facts.runId()) + "), but every node must be a process " +
                    "of its own, or it would vote twice: leave out one of the two addresses");
            }
        }

        return null;
    }

    private void warnOfSharedHistory(final int nodeIndex, final Findings findings)
    {
        final NodeFacts facts = findings.facts(display(nodeIndex));
        for (int i = 0; i < seats.length; i++)
        {
            if (i != nodeIndex && seats[i].hasDataOf(facts))
            {
                findings.warn("node " + display(i) + " has the same replication id: one of the two was a " +
                    "replica of the other, or started from a copy of its data, and may hold its locks; " +
                    "make sure that they do not replicate, and wait for the longest time to live in use");
            }
        }
    }

    private String display(final int nodeIndex)
    {
        return nodes.get(nodeIndex).display();
    }
}
