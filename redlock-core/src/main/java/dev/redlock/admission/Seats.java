// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.util.List;
import java.util.stream.Stream;

import dev.redlock.admission.info.ServerWords;
import dev.redlock.admission.login.Login;
import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Marker;
import dev.redlock.spi.address.NodeAddress;

/**
 * All nodes side by side, and the rules between them: a process has one seat, and so one vote.
 */
final class Seats
{
    private final List<NodeAddress> nodes;
    private final Seat[] seats;
    private Deployment retired;

    Seats(final List<NodeAddress> nodes, final boolean areKeysKept)
    {
        this.nodes = nodes;
        seats = Stream.generate(() -> new Seat(areKeysKept)).limit(nodes.size()).toArray(Seat[]::new);
    }

    Seat seat(final int nodeIndex)
    {
        return seats[nodeIndex];
    }

    String display(final int nodeIndex)
    {
        return nodes.get(nodeIndex).display();
    }

    /**
     * Looks for the process of a node at the other seats.
     * <p>
     * A process has one seat at a time. It may move when its connection at the other has ended, as when two
     * nodes trade addresses. Its grants there are dropped before it votes here, so it has at most one vote in
     * any attempt or lease. So quorums still consist of different processes, and any two share one, whenever
     * a client sees the move.
     *
     * @return null if it has none of them, or does not identify itself.
     */
    Refusal duplicate(final int nodeIndex, final NodeFacts facts)
    {
        for (int i = 0; i < seats.length; i++)
        {
            if (i != nodeIndex && facts.isIdentified() && seats[i].isTakenBy(facts.runId()))
            {
                return Refusal.configuration("is the same process as node " + display(i) + " (run id " +
                    ServerWords.plain(facts.runId()) + "), but each node must be a separate process, or it " +
                    "would vote twice: leave out one of the two addresses");
            }
        }

        return null;
    }

    /**
     * Compares the marker of a node with those of the others: it must have been declared with them, and have
     * one that no other connected node has. A process that has moved brings its own along.
     *
     * @return null if nothing speaks against it.
     */
    Refusal foreigner(final int nodeIndex, final NodeFacts facts)
    {
        final Marker marker = facts.marker();
        for (int i = 0; i < seats.length && marker != null; i++)
        {
            final Marker other = seats[i].marker();
            if (other != null && !other.deployment().equals(marker.deployment()))
            {
                return Refusal.configuration("was declared with other nodes than node " + display(i) +
                    ": list the same nodes in all clients; if they have been declared anew, restart this " +
                    "client");
            }
            final NodeFacts seated = seats[i].seated();
            if (seated != null && i != nodeIndex && seated.marker().seat().equals(marker.seat()))
            {
                return Refusal.configuration("has the incarnation marker of node " + display(i) +
                    " (run id there: " + nameOf(seated) + ", here: " + nameOf(facts) + "): of two " +
                    "processes one has a copy of the other's data; make sure that they do not replicate, " +
                    "and empty the copy");
            }
        }

        return null;
    }

    private static String nameOf(final NodeFacts process)
    {
        return process.isIdentified() ? ServerWords.plain(process.runId()) : "unknown";
    }

    /**
     * Notes it if a declaration is over: no node gets its marker again from this client then.
     */
    void hear(final Marker marker)
    {
        final Deployment declared = marker.deployment().in(Deployment.State.VOTING);
        if (marker.isRetired() && Stream.of(seats).map(Seat::marker)
            .anyMatch((known) -> known != null && known.deployment().equals(declared)))
        {
            retired = declared;
        }
    }

    /**
     * Whether the declaration of an emptied node is known to stand, so that it may have its marker again: a
     * quorum of the other nodes has it; or all of them have it, or have lost it, too, so that nothing is left
     * to be seen of another one. All that must be newer than the loss, as the node may have been declared
     * with others before.
     */
    boolean mayWrite(final int nodeIndex, final Deployment declared)
    {
        final Seat emptied = seats[nodeIndex];
        int kept = 0;
        int lost = 0;
        for (int i = 0; i < seats.length && emptied.isMarkerLost(); i++)
        {
            final Seat other = seats[i];
            if (i != nodeIndex && other.hasKeptMarkerSince(emptied) &&
                other.marker().deployment().equals(declared))
            {
                kept++;
            }
            else if (i != nodeIndex && other.hasLostMarkerSince(emptied))
            {
                lost++;
            }
        }

        return emptied.isMarkerLost() &&
            (kept >= declared.quorum() || kept + lost == seats.length - 1);
    }

    boolean isRetired(final Marker marker)
    {
        return marker.deployment().equals(retired);
    }

    boolean isAnyMarked()
    {
        return Stream.of(seats).anyMatch((seat) -> seat.marker() != null);
    }

    /**
     * Seats a node that has answered everything and is no duplicate.
     */
    void admit(final int nodeIndex, final NodeFacts facts, final Login login)
    {
        assert duplicate(nodeIndex, facts) == null : "two seats for one process: ask duplicate() first";

        Warnings.ofSettings(facts);
        Warnings.ofPasswordInClear(facts, nodes.get(nodeIndex), login);
        warnOfSharedHistory(nodeIndex, facts);
        seats[nodeIndex].take(facts);
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

    private void warnOfSharedHistory(final int nodeIndex, final NodeFacts facts)
    {
        for (int i = 0; i < seats.length; i++)
        {
            if (i != nodeIndex && seats[i].hasDataOf(facts))
            {
                facts.warn("node " + display(i) + " has the same replication id: one was a replica of the " +
                    "other, or started from a copy of its data, and may hold its locks; make sure that " +
                    "they do not replicate, and wait for the longest time to live in use");
            }
        }
    }
}
