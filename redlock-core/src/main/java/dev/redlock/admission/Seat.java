// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import dev.redlock.spi.Reply;

/**
 * What is remembered of one node from connection to connection.
 */
final class Seat
{
    RefusalKind refusalKind = RefusalKind.NONE;

    /*
     * The latest the node told, even if it was turned away then.
     */
    NodeFacts facts;

    /*
     * Of the latest incarnation that was admitted here, and whether it is still connected, or about to be.
     */
    private NodeFacts taken;
    private boolean isSeated;

    /*
     * Of the latest incarnation that is known to have come up, to tell the next one from.
     */
    private NodeFacts voted;
    private boolean isNewIncarnation;

    /*
     * Of the data at present, as it may be given another name while the node is up.
     */
    private String history;

    /*
     * It has not been what it was meanwhile, whatever it says when it is back.
     */
    private boolean isDoubted;

    /**
     * The node has said who it is. If that may not vote, what it granted before may be gone.
     */
    void hear(final NodeFacts newFacts)
    {
        facts = newFacts;
        isDoubted |= !newFacts.isMaster();
    }

    /**
     * The node is admitted, and about to come up.
     */
    void take(final NodeFacts newFacts)
    {
        facts = newFacts;
        isNewIncarnation = voted != null && (isDoubted || newFacts.isAnotherIncarnationThan(voted));
        taken = newFacts;
        isSeated = true;
        history = newFacts.history();
        if (voted == null)
        {
            voted = newFacts;
        }
    }

    void onUp()
    {
        assert isSeated : "a node comes up that was not admitted: end its dialogue without a refusal first";

        voted = taken;
        isDoubted = false;
    }

    void onDown()
    {
        isSeated = false;
    }

    /**
     * Whether an incarnation is remembered to tell a new one from.
     */
    boolean isKnown()
    {
        return voted != null;
    }

    boolean isNewIncarnation()
    {
        return isNewIncarnation;
    }

    boolean isTakenBy(final String runId)
    {
        return isSeated && runId.equals(taken.runId());
    }

    /**
     * Whether votes that were given here, and still stand, may be those of a process.
     */
    boolean mayHaveVotesOf(final String runId)
    {
        return voted != null && runId.equals(voted.runId());
    }

    /**
     * Whether another process was here with the data that one has. A process that has moved brings its own
     * along.
     */
    boolean hasDataOf(final NodeFacts other)
    {
        final boolean isTheSame =
            taken != null && other.isIdentified() && other.runId().equals(taken.runId());

        return taken != null && !isTheSame && other.history() != null && other.history().equals(history);
    }

    /**
     * Judges what a node that is up says of its role and its data.
     *
     * @return why it is not what was admitted; null if it is, as far as it says.
     */
    String objectionTo(final Reply replication)
    {
        assert isSeated : "nobody sits here: ask about nodes that are up only";

        if (ReplicationText.has(replication, ReplicationText.ROLE) &&
            !ReplicationText.is(replication, ReplicationText.ROLE, "master"))
        {
            isDoubted = true;

            return "is a replica now: what it had granted may be gone, and its votes are dropped";
        }
        if (history != null && ReplicationText.is(replication, ReplicationText.ID, history) ||
            !ReplicationText.has(replication, ReplicationText.ID))
        {
            return null;
        }
        if (history != null && !ReplicationText.isZeros(replication, ReplicationText.EARLIER_ID))
        {
            isDoubted = true;

            return "has other data than before (its replication id has changed): it was a replica " +
                "meanwhile, and its votes are dropped";
        }
        // A first replica has attached, or the last one has been away for long. The data are the same.
        history = ReplicationText.text(replication, ReplicationText.ID);

        return null;
    }
}
